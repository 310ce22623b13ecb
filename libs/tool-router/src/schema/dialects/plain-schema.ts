import { deepFreeze } from './deep-freeze.js';
import { mendKeyword } from './keyword-values.js';
import { isPythonPattern } from './python-pattern.js';
import { isSchemaObject } from './schema-node.js';
import type { SchemaObject } from './schema-node.js';
import { setKey } from './set-key.js';

/** Levels of nesting and characters (about) up to which a schema is tried; what is larger goes the long way. */
const MAX_LEVELS = 32;
const MAX_TEXT = 100_000;

/** Keywords with one plain value that every step of the preparation keeps, if it is well-formed. */
const PLAIN = new Set([
  'const',
  'default',
  'description',
  'exclusiveMaximum',
  'exclusiveMinimum',
  'format',
  'maximum',
  'maxItems',
  'maxLength',
  'minimum',
  'minItems',
  'minLength',
  'minProperties',
  'multipleOf',
  'pattern',
  'title',
  'type',
  'uniqueItems',
]);

/** The text that may still be spent. */
interface Room {
  left: number;
}

const made = new WeakSet<SchemaObject>();

/** Says of a schema that nobody else has made that it is what `plainSchema` would give. From now on nobody changes it. */
export function trustPlainSchema<T extends object>(schema: T): T {
  made.add(schema as SchemaObject);
  deepFreeze(schema);
  return schema;
}

/**
 * A private copy of a schema that no step of the preparation and no lenient dialect would change, made in one walk:
 * an object at the root, well-formed everyday keywords, no references, no combinators, arrays that say what they hold.
 * A schema that is trusted to be such is not copied.
 * @returns undefined for any other schema, also where it might need no change
 */
export function plainSchema(source: unknown): SchemaObject | undefined {
  if (!isSchemaObject(source)) return undefined;
  if (made.has(source)) return source;
  if (source['type'] !== 'object' || !isSchemaObject(source['properties'])) return undefined;
  if (Object.hasOwn(source, 'enum')) return undefined;
  const copy = copySchema(source, 0, { left: MAX_TEXT });
  if (copy !== undefined) made.add(copy);
  return copy;
}

/** Whether a schema came out of `plainSchema`, so that it may stay as it is. */
export function isPlainSchema(schema: SchemaObject): boolean {
  return made.has(schema);
}

function copySchema(source: SchemaObject, level: number, room: Room): SchemaObject | undefined {
  if (level > MAX_LEVELS) return undefined;
  const copy: SchemaObject = {};
  for (const keyword of Object.keys(source)) {
    const copied = copyKeyword(keyword, source[keyword], level, room);
    if (copied === undefined || room.left < 0) return undefined;
    copy[keyword] = copied;
  }
  return copy['type'] === 'array' && copy['items'] === undefined ? undefined : copy;
}

/** The copy of a keyword's value, undefined where it is not plain. */
function copyKeyword(keyword: string, value: unknown, level: number, room: Room): unknown {
  room.left -= keyword.length + 8;
  if (PLAIN.has(keyword)) {
    if (keyword === 'pattern' && !isPythonPattern(String(value))) return undefined;
    return isPlainValue(value, room) && mendKeyword(keyword, value) === value ? value : undefined;
  }
  switch (keyword) {
    case 'properties':
      return isSchemaObject(value) ? copyProperties(value, level, room) : undefined;
    case 'additionalProperties':
      if (typeof value === 'boolean') return value;
      return isSchemaObject(value) ? copySchema(value, level + 1, room) : undefined;
    case 'items':
      return isSchemaObject(value) ? copySchema(value, level + 1, room) : undefined;
    case 'enum':
      return Array.isArray(value) && value.length > 0 ? copyList(value, room) : undefined;
    case 'required':
      return Array.isArray(value) && value.every((name) => typeof name === 'string')
        ? copyList(value, room)
        : undefined;
    default:
      return undefined;
  }
}

function copyProperties(source: SchemaObject, level: number, room: Room): SchemaObject | undefined {
  const copy: SchemaObject = {};
  for (const name of Object.keys(source)) {
    room.left -= name.length + 8;
    const property = source[name];
    const copied = isSchemaObject(property) ? copySchema(property, level + 1, room) : undefined;
    if (copied === undefined) return undefined;
    setKey(copy, name, copied);
  }
  return copy;
}

/** A list of plain values, each once. */
function copyList(source: readonly unknown[], room: Room): readonly unknown[] | undefined {
  if (!source.every((item) => isPlainValue(item, room))) return undefined;
  return source.length === 1 || new Set(source).size === source.length ? [...source] : undefined;
}

function isPlainValue(value: unknown, room: Room): boolean {
  room.left -= typeof value === 'string' ? value.length + 8 : 8;
  return typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value);
}
