import { types } from 'node:util';

/** How a text that a tool returns goes to the model: as JSON text, or bare. */
export type StringResults = 'json' | 'raw';

/** Levels that a result may be nested; deeper ones are replaced, so that a strange result cannot overflow the stack. */
const MAX_DEPTH = 200;

/** Values in a result that are written: objects that share others can stand for more values than memory holds. */
const MAX_VALUES = 1_000_000;

/** Bytes of a buffer that are written one by one. */
const MAX_BYTES = 100_000;

const TOO_MANY = '[Left out: too many values]';

/** How many values may still be written. */
interface Allowance {
  left: number;
}

/**
 * The text of what a function or local MCP tool returned: JSON text, `null` for nothing.
 * BigInts become text, Maps objects (or pairs), Sets arrays, a reference to an enclosing object `"[Circular]"`.
 */
export function resultText(value: unknown, strings: StringResults): string {
  if (typeof value === 'string') return strings === 'raw' ? value : JSON.stringify(value);
  if (value === undefined || value === null) return 'null';
  const isPlain = typeof value === 'object' ? isPlainJson(value, 0, { left: MAX_VALUES }) : typeof value !== 'bigint';
  return JSON.stringify(isPlain ? value : toJsonValue(value, '', [], { left: MAX_VALUES })) ?? 'null';
}

/** Whether `JSON.stringify` says everything: the way of nearly every result, so only objects in it cost a call. */
function isPlainJson(value: object, depth: number, allowance: Allowance): boolean {
  if (depth > MAX_DEPTH) return false;
  if (Array.isArray(value)) {
    for (const item of value as unknown[]) if (!isPlainItem(item, depth, allowance)) return false;
    return true;
  }
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) return false;
  const record = value as Record<string, unknown>;
  for (const key in record) if (key === 'toJSON' || !isPlainItem(record[key], depth, allowance)) return false;
  return true;
}

function isPlainItem(item: unknown, depth: number, allowance: Allowance): boolean {
  if (--allowance.left < 0) return false;
  if (typeof item === 'object') return item === null || isPlainJson(item, depth + 1, allowance);
  return typeof item !== 'bigint';
}

/** A copy that JSON can say. `ancestors` are the objects around this one: shared objects are no circle. */
function toJsonValue(value: unknown, key: string, ancestors: readonly object[], allowance: Allowance): unknown {
  if (--allowance.left < 0) return TOO_MANY;
  if (typeof value === 'bigint') return value.toString();
  if (typeof value !== 'object' || value === null) return value;
  if (ancestors.includes(value)) return '[Circular]';
  if (ancestors.length > MAX_DEPTH) return '[Nested too deep]';
  const inner = [...ancestors, value];
  if (ArrayBuffer.isView(value) && value.byteLength > MAX_BYTES) return `[Left out: ${value.byteLength} bytes]`;
  const { toJSON } = value as { toJSON?: unknown };
  if (typeof toJSON === 'function') {
    const said: unknown = toJSON.call(value, key);
    return said === value ? '[Circular]' : toJsonValue(said, key, inner, allowance);
  }
  if (value instanceof Map) return mapToJson(value, inner, allowance);
  if (value instanceof Set) return [...value].map((item, index) => toJsonValue(item, String(index), inner, allowance));
  if (types.isNativeError(value)) return { name: value.name, message: value.message };
  if (types.isBoxedPrimitive(value)) return toJsonValue(value.valueOf(), key, inner, allowance);
  if (Array.isArray(value)) return listToJson(value, inner, allowance);
  const copy = Object.create(null) as Record<string, unknown>;
  for (const name of Object.keys(value)) {
    copy[name] = toJsonValue((value as Record<string, unknown>)[name], name, inner, allowance);
  }
  return copy;
}

function listToJson(list: readonly unknown[], inner: readonly object[], allowance: Allowance): unknown[] {
  // Lists with gaps may be far longer than what they hold.
  const kept = Array.from(list.slice(0, allowance.left));
  const items = kept.map((item, index) => toJsonValue(item, String(index), inner, allowance));
  return kept.length < list.length ? [...items, TOO_MANY] : items;
}

function mapToJson(map: ReadonlyMap<unknown, unknown>, inner: readonly object[], allowance: Allowance): unknown {
  const entries = [...map];
  if (!entries.every(([key]) => typeof key === 'string')) {
    return entries.map((pair, index) => toJsonValue(pair, String(index), inner, allowance));
  }
  const copy = Object.create(null) as Record<string, unknown>;
  for (const [key, item] of entries) copy[key as string] = toJsonValue(item, key as string, inner, allowance);
  return copy;
}
