import { randomUUID } from 'node:crypto';
import { ToolExecutionException } from '../errors/tool-execution.exception.js';
import { UnknownToolException } from '../errors/unknown-tool.exception.js';
import type { ExecutableTool } from '../tool/executable-tool.js';
import type { ToolContext } from '../tool/tool-context.js';
import { callArguments, type McpCallArguments } from './call-arguments.js';
import { HOST_SIGNAL } from './host-signal.js';
import type { RemoteTools } from './remote-tools.js';

/**
 * Runs a tool for host code, outside of any request.
 * @param name the exposed name, or the name on the wire where only one of the tools has it
 * @throws ToolRouterException also when the tool itself reports a failure
 */
export async function hostCall(
  tools: RemoteTools,
  name: string,
  args: McpCallArguments,
  context: ToolContext = {},
): Promise<string> {
  const tool = findTool(tools, name);
  const outcome = await tool.execute(callArguments(args), {
    callId: randomUUID(),
    context: Object.freeze(context),
    signal: HOST_SIGNAL,
    remainingMs: undefined,
    reportProgress: () => {},
  });
  if (outcome.isError) {
    throw new ToolExecutionException(outcome.text, outcome.errorKind === undefined ? {} : { kind: outcome.errorKind });
  }
  return outcome.text;
}

function findTool(tools: RemoteTools, name: string): ExecutableTool {
  const exposed = tools.find(name);
  if (exposed) return exposed;
  const raw = tools.tools.filter((tool) => tool.origin === `${tool.serverId}:${name}`);
  const [only] = raw;
  if (only && raw.length === 1) return only;
  throw new UnknownToolException(name, raw.length === 0 ? undefined : raw.map((tool) => tool.definition.name));
}
