import type { ClassType } from '../../tool/class-type.js';
import type { ValidatorRule } from '../rules/validator-rules.js';
import type { ValueType } from '../values/value-type.js';

/** One field of a request: what the model is told about it and how its value is made. */
export interface DtoField {
  /** The name of the property on the instance. */
  readonly property: string;
  /** The name in the arguments. */
  readonly key: string;
  readonly type: ValueType;
  readonly description: string | undefined;
  readonly required: boolean;
  /** Null means that the model leaves it out. */
  readonly nullable: boolean;
  /** Used where the arguments have nothing or null; an initialiser of the class is no default in this sense. */
  readonly fallback: { readonly value: unknown } | undefined;
  /** What a model may read as the default. */
  readonly shownDefault: { readonly value: unknown } | undefined;
  /** Every rule that holds, ours included: the order is class-validator's own. */
  readonly rules: readonly ValidatorRule[];
  /** A `@Transform()` makes the value, so it gets what the model sent. */
  readonly transformed: boolean;
  /** Filled by class-transformer even when the arguments have nothing for it. */
  readonly exposed: boolean;
  /** Further JSON Schema keywords that `@ApiProperty()` gives. */
  readonly keywords: Readonly<Record<string, unknown>> | undefined;
}

/** A request class as schema, conversion and validation need it. */
export interface DtoShape {
  readonly fields: readonly DtoField[];
  readonly description: string | undefined;
  readonly hasFallbacks: boolean;
  /** The constructor works without arguments. */
  readonly makeable: boolean;
  /** The request classes that the fields mention, each once, in the order of first mention. */
  readonly classes: readonly ClassType[];
}
