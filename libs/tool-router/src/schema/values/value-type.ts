import type { ClassType } from '../../tool/class-type.js';

/** The name of a discriminator and the class that it selects. */
export interface UnionMember {
  readonly name: string;
  readonly cls: ClassType;
}

/** How strictly a scalar is converted. */
interface Strictness {
  /** The validators of the field check the value, so nothing is converted: what the schema refuses is refused. */
  readonly lenient?: boolean;
  /**
   * class-transformer calls this constructor on the value (`@Type(() => Boolean)`). It makes true of any text, so what
   * is not of the type is refused before.
   */
  readonly cast?: 'string' | 'number' | 'boolean';
}

/** A value that is no container and no request. */
export type ScalarType =
  | (Strictness & { readonly kind: 'string' | 'number' | 'integer' | 'boolean' | 'date' | 'object' | 'any' })
  | (Strictness & { readonly kind: 'enum'; readonly values: readonly unknown[] });

/** What a value is, as far as schema and conversion are concerned. */
export type ValueType =
  | ScalarType
  | { readonly kind: 'dto'; readonly cls: ClassType }
  | {
      readonly kind: 'union';
      readonly discriminator: string;
      readonly members: readonly UnionMember[];
      /** Whether the instance keeps the discriminator. */
      readonly keep: boolean;
    }
  | { readonly kind: 'array' | 'set'; readonly item: ValueType }
  | { readonly kind: 'map'; readonly value: ValueType };

const NONE: readonly ClassType[] = [];

/** The request classes that a type mentions. */
export function classesIn(type: ValueType): readonly ClassType[] {
  switch (type.kind) {
    case 'dto':
      return [type.cls];
    case 'union':
      return type.members.map((member) => member.cls);
    case 'array':
    case 'set':
      return classesIn(type.item);
    case 'map':
      return classesIn(type.value);
    default:
      return NONE;
  }
}
