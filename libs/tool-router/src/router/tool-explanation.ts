import type { Exposure } from '../tool/exposure.js';
import type { ExecutableTool } from '../tool/executable-tool.js';
import type { ToolContext } from '../tool/tool-context.js';
import type { ToolSourceName } from '../tool/tool-definition.js';
import type { ToolResolver } from './tool-resolver.js';

/** One tool that has the name, and what became of it in this request. */
export interface ToolCandidate {
  readonly source: ToolSourceName;
  readonly origin: string;
  readonly serverId?: string;
  readonly verdict: 'wins' | 'shadowed' | 'not-allowed';
  readonly reason: string;
}

/** Why a name runs what it runs; for developers, never for a model. */
export interface ToolExplanation {
  readonly name: string;
  /** What a call of the name runs, or undefined where it runs nothing. */
  readonly winner?: { readonly source: ToolSourceName; readonly origin: string };
  /** Every tool of the name that the request can see, in precedence. */
  readonly candidates: readonly ToolCandidate[];
  /** The same as a text. */
  readonly text: string;
}

/** Asks every source for a name, in precedence, and says what became of each answer. Never throws. */
export async function explainTool(
  name: string,
  exposure: Exposure,
  context: ToolContext,
  resolver: ToolResolver,
): Promise<ToolExplanation> {
  const candidates: ToolCandidate[] = [];
  let winner: ExecutableTool | undefined;
  for (const source of resolver.sources) {
    const tool = await source.find(name, exposure, context);
    if (tool === undefined) continue;
    const allowed = exposure.permits(tool);
    candidates.push({
      source: tool.source,
      origin: tool.origin,
      ...(tool.serverId === undefined ? {} : { serverId: tool.serverId }),
      ...(allowed
        ? verdict(winner)
        : { verdict: 'not-allowed', reason: 'the allowlist of this request does not name it' }),
    });
    if (allowed) winner ??= tool;
  }
  const lines = candidates.map((each) => `- ${each.source}: ${each.origin}: ${each.verdict}, ${each.reason}`);
  const found = winner === undefined ? undefined : { source: winner.source, origin: winner.origin };
  return {
    name,
    ...(found === undefined ? {} : { winner: found }),
    candidates,
    text: [headline(name, found, candidates), ...lines].join('\n'),
  };
}

function verdict(winner: ExecutableTool | undefined): Pick<ToolCandidate, 'verdict' | 'reason'> {
  return winner === undefined
    ? { verdict: 'wins', reason: 'it is allowed, and first in precedence' }
    : { verdict: 'shadowed', reason: `${winner.source} comes before it` };
}

function headline(name: string, winner: ToolExplanation['winner'], candidates: readonly ToolCandidate[]): string {
  const shown = JSON.stringify(name);
  if (winner !== undefined) return `${shown} runs ${winner.source}: ${winner.origin}.`;
  if (candidates.length > 0) return `${shown} runs nothing: nothing of this name is allowed in this request.`;
  return `${shown} runs nothing: no tool of this name exists for this request; remote tools exist only for servers that it allows.`;
}
