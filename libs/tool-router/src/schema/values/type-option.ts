import type { ClassType } from '../../tool/class-type.js';
import type { EnumObject, TypeName, TypeOption } from '../field-options.js';
import { enumValues } from './enum-values.js';
import type { ValueType } from './value-type.js';

const NAMES: ReadonlySet<string> = new Set<TypeName>([
  'string',
  'number',
  'integer',
  'boolean',
  'date',
  'object',
  'any',
]);

const SCALARS = new Map<unknown, ValueType>([
  [String, { kind: 'string' }],
  [Number, { kind: 'number' }],
  [Boolean, { kind: 'boolean' }],
  [Date, { kind: 'date' }],
]);

/** A delayed type option: arrow functions have no `prototype`, classes do. */
export function isDelayed(option: unknown): option is () => TypeOption {
  return typeof option === 'function' && !Object.hasOwn(option, 'prototype');
}

/**
 * What a type option means.
 * @param refuse makes the exception for an option that means nothing
 */
export function typeOfOption(option: TypeOption, refuse: (problem: string) => Error): ValueType {
  if (typeof option === 'string' && NAMES.has(option)) return { kind: option };
  if (isDelayed(option)) return typeOfOption(option(), refuse);
  if (typeof option === 'function') {
    const type = typeOfClass(option);
    if (type !== undefined) return type;
  } else if (Array.isArray(option)) {
    if (option.length === 1) return { kind: 'array', item: typeOfOption(option[0] as TypeOption, refuse) };
  } else if (typeof option === 'object' && option !== null) {
    const values = enumValues(option as EnumObject);
    if (values.length > 0) return { kind: 'enum', values };
  }
  throw refuse('has a type option that is no type name, no class, no enum and no array of one of these.');
}

/** The type of a constructor that stands for itself; undefined for `Object`, `Array` and others that say too little. */
export function typeOfClass(cls: ClassType): ValueType | undefined {
  const scalar = SCALARS.get(cls);
  if (scalar !== undefined) return scalar;
  return OPAQUE.has(cls) ? undefined : { kind: 'dto', cls };
}

/** Constructors that TypeScript emits, or that the platform has, and that say nothing about what JSON they hold. */
const OPAQUE = new Set<unknown>([
  Object,
  Array,
  Function,
  Symbol,
  BigInt,
  Promise,
  Map,
  Set,
  WeakMap,
  WeakSet,
  RegExp,
  Error,
  Buffer,
  URL,
  ArrayBuffer,
  Uint8Array,
]);
