import { LAST_LEVEL, proposeNames, type NameProposal, type NameStyle } from './propose-names.js';
import type { ToolIdentity } from './tool-identity.js';

/** The exposed names of a selection of tools. */
export interface AssignedNames {
  /** In the order of the tools. */
  readonly names: readonly string[];
  /** The names that a plain name could stand for where several servers of the selection offer the tool; else none. */
  readonly candidates: (plainName: string) => readonly string[];
}

/**
 * Names the tools of one selection. A name depends on the tool's identity and on the other tools of the selection,
 * never on their order. Tools that would share a name all get a hash of their identity, so a newcomer takes none over.
 */
export function assignNames(tools: readonly ToolIdentity[], style: NameStyle): AssignedNames {
  const servers = group(tools.map((tool) => [tool.rawName, tool.serverId] as const));
  const shared = tools.map((tool) => servers.get(tool.rawName)?.some((id) => id !== tool.serverId) === true);
  const proposals = tools.map((tool, index) => proposeNames(tool, style, shared[index] === true));
  const names = settle(tools, proposals);
  const candidates = group(
    names.map((name, index) => [proposals[index]?.plainName ?? '', name] as const).filter((_, index) => shared[index]),
  );
  return { names, candidates: (plainName) => candidates.get(plainName) ?? [] };
}

function group<V>(pairs: Iterable<readonly [string, V]>): ReadonlyMap<string, readonly V[]> {
  const groups = new Map<string, V[]>();
  for (const [key, value] of pairs) {
    const known = groups.get(key);
    if (known) known.push(value);
    else groups.set(key, [value]);
  }
  return groups;
}

/** Lengthens the hash of everything that shares a name with another tool until nothing does. */
function settle(tools: readonly ToolIdentity[], proposals: readonly NameProposal[]): readonly string[] {
  const levels = proposals.map(() => 0);
  for (;;) {
    const names = proposals.map((proposal, index) => proposal.at(levels[index] ?? 0));
    const colliding = collisions(tools, names).filter((index) => (levels[index] ?? 0) < LAST_LEVEL);
    if (colliding.length === 0) return names;
    for (const index of colliding) levels[index] = (levels[index] ?? 0) + 1;
  }
}

function collisions(tools: readonly ToolIdentity[], names: readonly string[]): number[] {
  const holders = group(names.map((name, index) => [name, index] as const));
  return [...holders.values()].flatMap((indexes) => (indexes.length > 1 && !allSame(tools, indexes) ? indexes : []));
}

/** A tool that is in the selection twice shares its name only with itself. */
function allSame(tools: readonly ToolIdentity[], indexes: readonly number[]): boolean {
  const first = tools[indexes[0] ?? 0];
  return indexes.every((index) => {
    const tool = tools[index];
    return tool?.serverId === first?.serverId && tool?.rawName === first?.rawName;
  });
}
