import { isRecord } from '../definition/is-record.js';
import type { SchemaView } from './schema-view.js';

/** Whether null may be a meaningful value there; true where it cannot be told. */
export function acceptsNull(view: SchemaView): boolean {
  const allowedByAll = view.all.every((schema) => keywordsAcceptNull(schema));
  if (!allowedByAll) return false;
  return view.choices.every((alternatives) => alternatives.some((alternative) => acceptsNull(alternative)));
}

function keywordsAcceptNull(schema: Readonly<Record<string, unknown>>): boolean {
  if (schema['nullable'] === true) return true;
  const { type, not } = schema;
  if (not === true || (isRecord(not) && Object.keys(not).length === 0)) return false;
  if (typeof type === 'string' && type !== 'null') return false;
  if (Array.isArray(type) && !type.includes('null')) return false;
  if (Array.isArray(schema['enum']) && !schema['enum'].includes(null)) return false;
  return !('const' in schema) || schema['const'] === null;
}
