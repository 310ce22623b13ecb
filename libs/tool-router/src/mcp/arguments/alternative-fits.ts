import type { JsonObject } from '../../tool/json.js';
import { isRecord } from '../definition/is-record.js';
import type { SchemaView } from './schema-view.js';

/** Whether a value can be meant by one alternative of a union: a differing constant, as in tagged unions, rules it out. */
export function alternativeFits(alternative: SchemaView, value: JsonObject): boolean {
  return alternative.all.every(({ type, properties }) => {
    if (typeof type === 'string' && type !== 'object') return false;
    if (!isRecord(properties)) return true;
    return Object.entries(properties).every(([key, schema]) => {
      const present = Object.hasOwn(value, key) ? value[key] : undefined;
      if (typeof present !== 'string' && typeof present !== 'number' && typeof present !== 'boolean') return true;
      if (!isRecord(schema)) return true;
      const allowed = 'const' in schema ? [schema['const']] : schema['enum'];
      return !Array.isArray(allowed) || allowed.includes(present);
    });
  });
}
