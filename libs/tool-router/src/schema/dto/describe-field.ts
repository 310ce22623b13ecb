import type { ClassType } from '../../tool/class-type.js';
import { inheritedMetadata } from '../inherited-metadata.js';
import { impliedRules } from '../rules/implied-rules.js';
import { describeType } from './describe-type.js';
import type { DtoField } from './dto-field.js';
import type { PropertyFacts } from './property-facts.js';
import { swaggerKeywords, swaggerProperty } from './swagger-metadata.js';
import { transformerMetadata } from './transformer-metadata.js';

/** What is known about a class before its properties are looked at. */
export interface ClassFacts {
  readonly cls: ClassType;
  readonly initial: ReadonlyMap<string, unknown>;
  /** Whether decorators of class-transformer or of @nestjs/swagger have to be looked for. */
  readonly transforms: boolean;
  readonly documents: boolean;
}

/**
 * Describes one property of a request class; undefined where it is no part of a request.
 * @throws ToolDefinitionException for one that cannot be described
 */
export function describeField(
  { cls, initial, transforms, documents }: ClassFacts,
  property: string,
  facts: PropertyFacts,
): DtoField | undefined {
  const transformer = transforms ? transformerMetadata(cls, property) : undefined;
  if (transformer?.excluded === true) return undefined;
  const swagger = documents ? swaggerProperty(cls, property) : undefined;
  const { declaration, rules } = facts;
  const options = declaration?.options;
  const type = describeType({
    cls,
    property,
    facts,
    option: options?.type,
    transformerType: transformer?.type,
    designType: inheritedMetadata('design:type', cls.prototype as object, property) ?? declaration?.designType,
    swagger,
  });
  const hasFallback = options?.defaultValue !== undefined;
  const hasInitial = initial.has(property);
  const declaredOptional = options?.required === false;
  const nullable = declaredOptional || hasFallback || hasInitial || facts.optional;
  const implied = impliedRules(cls, property, type, {
    optional: declaredOptional && !facts.optional,
    nested: !facts.nested,
  });
  const exposed = transformer?.exposed === true;
  const shown =
    hasFallback || hasInitial ? { value: hasFallback ? options.defaultValue : initial.get(property) } : undefined;
  return {
    property,
    key: transformer?.key ?? property,
    type,
    description: options?.description ?? facts.description ?? swagger?.description,
    required: !nullable && !facts.conditional,
    nullable,
    // class-transformer sets an exposed property to undefined where nothing was sent, over what its initialiser gave.
    fallback: hasFallback || exposed ? shown : undefined,
    shownDefault: shown,
    rules: implied.length === 0 ? rules : [...rules, ...implied],
    transformed: transformer?.transformed === true,
    exposed,
    keywords: swagger === undefined ? undefined : swaggerKeywords(swagger),
  };
}
