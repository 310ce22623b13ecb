import type { TypeMetadata } from 'class-transformer';
import { ToolDefinitionException } from '../../errors/tool-definition.exception.js';
import type { ClassType } from '../../tool/class-type.js';
import type { TypeOption } from '../field-options.js';
import type { PropertyFacts } from './property-facts.js';
import type { SwaggerProperty } from './swagger-metadata.js';

/** Everything that may tell the type of a field. */
export interface FieldSources {
  readonly cls: ClassType;
  readonly property: string;
  readonly facts: PropertyFacts;
  readonly option: TypeOption | undefined;
  /** What `@Type()` says. */
  readonly transformerType: TypeMetadata | undefined;
  readonly designType: unknown;
  readonly swagger: SwaggerProperty | undefined;
}

export const REMEDY = 'Give @FunctionParameter({ type }) as a type name, [Item], an enum or a DTO class.';

/** The field, for messages. */
export function placeOf({ cls, property }: FieldSources): string {
  return `${cls.name}.${property}`;
}

export function refusal(sources: FieldSources, problem: string): Error {
  return new ToolDefinitionException(placeOf(sources), problem, REMEDY);
}
