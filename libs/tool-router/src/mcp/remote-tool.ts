import { ToolUnavailableException } from '../errors/tool-unavailable.exception.js';
import type { ExecutableTool } from '../tool/executable-tool.js';
import { stripNulls } from './arguments/strip-nulls.js';
import type { ToolDescriptor } from './catalogue/tool-descriptor.js';
import { callTool } from './connection/call-tool.js';
import type { McpSettings } from './mcp-settings.js';
import type { ServerSlot } from './pool/server-slot.js';
import { flattenResult } from './results/flatten-result.js';

/** The `_meta` key under which a server is told the user's id, where the host wants that. */
const USER_ID_KEY = 'nestjs-tool-router/user-id';

/** Makes a tool of a remote server executable under its exposed name. */
export function remoteTool(
  name: string,
  descriptor: ToolDescriptor,
  slot: ServerSlot,
  settings: McpSettings,
): ExecutableTool {
  const { rawName, description, inputSchema, annotations } = descriptor;
  const { scope, serverId, userId } = slot.active.key;
  const definition = Object.freeze({
    name,
    description,
    parameters: inputSchema,
    ...(annotations ? { annotations } : {}),
  });
  return {
    definition,
    source: scope === 'global' ? 'global-mcp' : 'user-mcp',
    serverId,
    origin: `${serverId}:${rawName}`,
    async execute(args, { callId, context, signal, remainingMs, reportProgress }) {
      // The connection and the tool as they are now: both may have been replaced since the list was made.
      const connection = slot.active;
      const current = connection.findTool(rawName);
      if (!current && connection.tools !== undefined) throw vanished(serverId);
      const { readOnlyHint, idempotentHint } = current?.annotations ?? {};
      const target = { rawName, repeatable: readOnlyHint === true || idempotentHint === true };
      const sharedId = settings.shareUserId ? (userId ?? context.userId) : undefined;
      const answer = await callTool(connection, target, stripNulls(args, current?.inputSchema ?? inputSchema), {
        call: { callId, context },
        signal,
        remainingMs,
        onProgress: reportProgress,
        meta: sharedId === undefined ? undefined : { [USER_ID_KEY]: sharedId },
      });
      return flattenResult(answer, { maxChars: settings.maxResultChars, appendStructured: settings.appendStructured });
    },
  };
}

function vanished(serverId: string): ToolUnavailableException {
  return new ToolUnavailableException({
    modelMessage: `The call was not run: the server ${JSON.stringify(serverId)} no longer offers this tool.`,
    retryable: false,
  });
}
