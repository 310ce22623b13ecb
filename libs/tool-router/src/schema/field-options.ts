import 'reflect-metadata';
import { Allow } from 'class-validator';
import type { ClassType } from '../tool/class-type.js';
import { inheritedMetadata } from './inherited-metadata.js';
import { rulesOf, type ValidatorRule } from './rules/validator-rules.js';

/** A TypeScript enum as it exists at run time, or a constant object that plays its part. */
export type EnumObject = Readonly<Record<string, string | number>>;

/** The types that have a name instead of a class. */
export type TypeName = 'string' | 'number' | 'integer' | 'boolean' | 'date' | 'object' | 'any';

/**
 * What TypeScript's emitted types cannot tell: `'integer'`, `[Item]` for an array, an enum object, a DTO class.
 * An arrow function delays the look-up, for classes that are declared later or refer to themselves.
 */
export type TypeOption = TypeName | ClassType | EnumObject | readonly [TypeOption] | (() => TypeOption);

/** What `@FunctionParameter` says about a field of a request. */
export interface FieldOptions {
  readonly description?: string;
  /** True unless the field is `@IsOptional()` or has a default. */
  readonly required?: boolean;
  readonly type?: TypeOption;
  /** Used where the model sends nothing or null; every call gets a copy of its own. */
  readonly defaultValue?: unknown;
}

/** What `@FunctionRequest` says about a request class. */
export interface RequestOptions {
  readonly description?: string;
}

/** A declaration, with the emitted type of the property it stood on: mapped types lose that. */
export interface FieldDeclaration {
  readonly options: FieldOptions;
  readonly designType: unknown;
}

const FIELD = Symbol.for('nestjs-tool-router.field');
const REQUEST = Symbol.for('nestjs-tool-router.request');

/**
 * Declares a field of a request class. The declaration lives in class-validator's own storage, as an `@Allow()`:
 * so whitelisting keeps the field, declaration order is one with the validators', and mapped types carry it along.
 */
export function declareField(prototype: object, property: string, options: FieldOptions): void {
  const declaration: FieldDeclaration = {
    options,
    designType: Reflect.getMetadata('design:type', prototype, property),
  };
  Allow({ context: { [FIELD]: declaration } })(prototype, property);
}

/** The declared fields of a class: base class first, then in order of declaration; a subclass's declaration wins. */
export function fieldsOf(cls: ClassType): ReadonlyMap<string, FieldOptions> {
  const fields = new Map<string, FieldOptions>();
  for (const [property, rules] of rulesOf(cls)) {
    const declaration = rules.map(declarationOf).find((found) => found !== undefined);
    if (declaration !== undefined) fields.set(property, declaration.options);
  }
  return fields;
}

/** The declaration that a rule carries. */
export function declarationOf(rule: ValidatorRule): FieldDeclaration | undefined {
  return (rule.context as { [FIELD]?: FieldDeclaration } | null | undefined)?.[FIELD];
}

/** Marks a class as a request. */
export function declareRequest(cls: ClassType, options: RequestOptions): void {
  Reflect.defineMetadata(REQUEST, options, cls);
}

/** What was declared about a request class or the class it extends. */
export function requestOptions(cls: ClassType): RequestOptions | undefined {
  return inheritedMetadata(REQUEST, cls) as RequestOptions | undefined;
}
