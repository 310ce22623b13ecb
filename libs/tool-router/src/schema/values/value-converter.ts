import type { ClassType } from '../../tool/class-type.js';
import type { ArgumentRun, Place } from '../argument-run.js';
import { INVALID, transformableJson, type JsonCopy } from './clean-json.js';
import { SCALAR_CONVERSIONS, toListed, type ScalarConversion } from './convert-scalar.js';
import type { ValueType } from './value-type.js';
import { WORDS, oneOf } from './value-words.js';

/**
 * Makes one value of a type out of JSON, or reports to the run what it must be and answers INVALID.
 * The result shares nothing with the JSON.
 */
export type ValueConverter = (value: unknown, parent: Place, key: string | number, run: ArgumentRun) => unknown;

/** How objects of request classes are made: as instances, or as plain objects for a library that makes the instances. */
export interface ObjectConversion {
  dto(cls: ClassType): ValueConverter;
  union(type: ValueType & { kind: 'union' }): ValueConverter;
  /** Copies free JSON. */
  readonly copyJson: JsonCopy;
  /** Whether sets and maps are made here, or left to a library. */
  readonly containers: boolean;
}

/** Builds the converter of a type. */
export function converterOf(type: ValueType, objects: ObjectConversion): ValueConverter {
  switch (type.kind) {
    case 'any':
      return copying(objects.copyJson);
    case 'object':
      return type.lenient ? copying(objects.copyJson) : recordOf(copying(objects.copyJson));
    case 'enum':
      if (type.cast !== undefined) return strictScalar(SCALAR_CONVERSIONS[type.cast], WORDS[type.cast]);
      return type.lenient
        ? lenientEnum(type.values, copying(objects.copyJson))
        : strictScalar(toListed(type.values), oneOf(type.values));
    case 'dto':
      return objects.dto(type.cls);
    case 'union':
      return objects.union(type);
    case 'array':
      return arrayOf(converterOf(type.item, objects));
    case 'set':
      return setOf(converterOf(type.item, objects), objects.containers);
    case 'map':
      return mapOf(converterOf(type.value, objects), objects.containers);
    default:
      if (type.cast !== undefined) return strictScalar(SCALAR_CONVERSIONS[type.cast], WORDS[type.cast]);
      return type.lenient ? copying(objects.copyJson) : strictScalar(SCALAR_CONVERSIONS[type.kind], WORDS[type.kind]);
  }
}

function strictScalar(convert: ScalarConversion, words: string): ValueConverter {
  return (value, parent, key, run) => {
    const converted = convert(value);
    if (converted === INVALID) run.refuse(parent, key, words);
    return converted;
  };
}

/** class-validator takes the names of a numeric enum too, which the model was never shown. */
function lenientEnum(values: readonly unknown[], copy: ValueConverter): ValueConverter {
  const textless = !values.some((value) => typeof value === 'string');
  const words = oneOf(values);
  return (value, parent, key, run) => {
    if (typeof value === 'object' && value !== null) return copy(value, parent, key, run);
    if (!textless || typeof value !== 'string') return value;
    run.refuse(parent, key, words);
    return INVALID;
  };
}

const copying =
  (copyJson: JsonCopy): ValueConverter =>
  (value, parent, key, run) => {
    const copy = copyJson(value);
    if (copy === INVALID) run.refuse(parent, key, WORDS.tooDeep);
    return copy;
  };

/** JSON that a `@Transform()` is going to look at, as a copy of its own. */
export const convertForTransform = copying(transformableJson);

function recordOf(convert: ValueConverter): ValueConverter {
  return (value, parent, key, run) => {
    if (isRecord(value)) return convert(value, parent, key, run);
    run.refuse(parent, key, WORDS.object);
    return INVALID;
  };
}

function arrayOf(convertItem: ValueConverter): ValueConverter {
  return (value, parent, key, run) => {
    if (!Array.isArray(value)) {
      run.refuse(parent, key, WORDS.array);
      return INVALID;
    }
    const place = { parent, key };
    const items: unknown[] = [];
    for (let index = 0; index < value.length; index += 1) {
      const item = convertItem(value[index], place, index, run);
      items.push(item === INVALID ? undefined : item);
    }
    return items;
  };
}

function setOf(convertItem: ValueConverter, asSet: boolean): ValueConverter {
  const convert = arrayOf(convertItem);
  return (value, parent, key, run) => {
    const items = convert(value, parent, key, run);
    return asSet && items !== INVALID ? new Set(items as unknown[]) : items;
  };
}

function mapOf(convertValue: ValueConverter, asMap: boolean): ValueConverter {
  return (value, parent, key, run) => {
    if (!isRecord(value)) {
      run.refuse(parent, key, WORDS.object);
      return INVALID;
    }
    const place = { parent, key };
    const entries = Object.keys(value)
      .filter((name) => name !== '__proto__')
      .map((name) => {
        const item = convertValue(value[name], place, name, run);
        return [name, item === INVALID ? undefined : item] as const;
      });
    return asMap ? new Map(entries) : Object.fromEntries(entries);
  };
}

/** A JSON object, as opposed to an array or null. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
