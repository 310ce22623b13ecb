import type { ExecutableTool } from '../tool/executable-tool.js';
import type { McpSettings } from './mcp-settings.js';
import { assignNames } from './names/assign-names.js';
import type { NameStyle } from './names/propose-names.js';
import type { ServerSlot } from './pool/server-slot.js';
import { remoteTool } from './remote-tool.js';
import type { RemoteTools } from './remote-tools.js';

/** The tools of some servers under the names that a request sees, in the order of the servers and of their lists. */
export interface ProjectedTools extends RemoteTools {
  readonly slots: readonly ServerSlot[];
  /** Tools that the servers have beyond the limit. */
  readonly leftOut: number;
}

/** Builds the tools from the lists that are known. */
export function projectTools(slots: readonly ServerSlot[], style: NameStyle, settings: McpSettings): ProjectedTools {
  const all = slots.flatMap((slot) => (slot.active.tools ?? []).map((descriptor) => ({ slot, descriptor })));
  const shown = all.slice(0, settings.maxProjectedTools);
  const { names, candidates } = assignNames(
    shown.map(({ slot, descriptor }) => ({ ...slot.active.key, rawName: descriptor.rawName })),
    style,
  );
  const byName = new Map<string, ExecutableTool>();
  for (const [index, { slot, descriptor }] of shown.entries()) {
    const name = names[index]!;
    byName.set(name, remoteTool(name, descriptor, slot, settings));
  }
  return {
    tools: Object.freeze([...byName.values()]),
    find: (name) => byName.get(name),
    candidates,
    slots,
    leftOut: all.length - shown.length,
  };
}
