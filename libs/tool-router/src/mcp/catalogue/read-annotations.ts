import type { ToolAnnotations } from '../../tool/tool-definition.js';
import { isRecord } from '../definition/is-record.js';

const HINTS = ['readOnlyHint', 'destructiveHint', 'idempotentHint', 'openWorldHint'] as const;

/** The hints of a tool as far as they have the right type; undefined when none has. */
export function readAnnotations(value: unknown, toolTitle: unknown): ToolAnnotations | undefined {
  const source = isRecord(value) ? value : {};
  const title = [toolTitle, source['title']].find((text) => typeof text === 'string' && text !== '');
  const entries: [string, unknown][] = title === undefined ? [] : [['title', title]];
  for (const hint of HINTS) {
    if (typeof source[hint] === 'boolean') entries.push([hint, source[hint]]);
  }
  return entries.length === 0 ? undefined : Object.freeze(Object.fromEntries(entries) as ToolAnnotations);
}
