import type { ClassType } from '../../tool/class-type.js';

/** The name of a discriminator and the class that it selects. */
export interface UnionMember {
  readonly name: string;
  readonly cls: ClassType;
}

/**
 * What a value is, as far as schema and conversion are concerned.
 * A `lenient` scalar is checked by the validators of its field, so conversion only helps where a text is exact.
 */
export type ValueType =
  | {
      readonly kind: 'string' | 'number' | 'integer' | 'boolean' | 'date' | 'object' | 'any';
      readonly lenient?: boolean;
    }
  | { readonly kind: 'enum'; readonly values: readonly unknown[]; readonly lenient?: boolean }
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
