import 'reflect-metadata';
import { Logger } from '@nestjs/common';
import { ToolDefinitionException } from '../../errors/tool-definition.exception.js';
import type { ClassType } from '../../tool/class-type.js';
import { declarationIn, requestOptions } from '../field-options.js';
import { impliedRules } from '../rules/implied-rules.js';
import { RULE_TYPE, rulesOf, type ValidatorRule } from '../rules/validator-rules.js';
import type { DtoField, DtoShape } from './dto-field.js';
import { typeOfField } from './field-type.js';
import { initialValues } from './initial-values.js';
import { originalDesignType } from './original-design-type.js';
import { swaggerKeywords, swaggerProperty } from './swagger-metadata.js';
import { transformerMetadata } from './transformer-metadata.js';
import type { ValueType } from '../values/value-type.js';

const NOTHING: ReadonlyMap<string, unknown> = new Map();

const logger = new Logger('ToolRouter');

const shapes = new WeakMap<ClassType, DtoShape>();

/**
 * Describes a request class from its decorators; done once per class.
 * @throws ToolDefinitionException for a field that cannot be described
 */
export function shapeOf(cls: ClassType): DtoShape {
  const known = shapes.get(cls);
  if (known !== undefined) return known;
  const shape = describe(cls);
  shapes.set(cls, shape);
  return shape;
}

function describe(cls: ClassType): DtoShape {
  const initial = initialValues(cls);
  const fields: DtoField[] = [];
  const rules = new Map<string, readonly ValidatorRule[]>();
  for (const [property, given] of rulesOf(cls)) {
    const field = describeField(cls, property, given, initial ?? NOTHING);
    if (field === undefined) continue;
    fields.push(field);
    rules.set(property, field.rules);
  }
  return { fields, rules, makeable: initial !== undefined, description: requestOptions(cls)?.description };
}

function describeField(
  cls: ClassType,
  property: string,
  given: readonly ValidatorRule[],
  initial: ReadonlyMap<string, unknown>,
): DtoField | undefined {
  const transformer = transformerMetadata(cls, property);
  if (transformer.excluded) return undefined;
  const swagger = swaggerProperty(cls, property);
  const where = `${cls.name}.${property}`;
  const declaration = declarationIn(given);
  const options = declaration?.options;
  const designType: unknown =
    Reflect.getMetadata('design:type', cls.prototype as object, property) ?? declaration?.designType;
  const sources = { options, rules: given, transformer, designType, swagger };
  const refuse = (problem: string): Error => new ToolDefinitionException(where, problem, REMEDY);
  let type = typeOfField(sources, refuse);
  if (type === undefined && designType === undefined) {
    type = typeOfField({ ...sources, designType: originalDesignType(given) }, refuse);
  }
  if (type === undefined && designType === undefined && !isTold(cls, property, given)) type = untold(where);
  if (type === undefined) throw undescribed(where, given);
  const hasFallback = options !== undefined && options.defaultValue !== undefined;
  const hasInitial = initial.has(property);
  const conditional = given.some((rule) => rule.type === RULE_TYPE.conditional);
  const nullable =
    options?.required === false || hasFallback || hasInitial || given.some((rule) => rule.name === 'isOptional');
  const implied = impliedRules(cls, property, type, options?.required === false, given);
  const shown = hasFallback ? options.defaultValue : initial.get(property);
  return {
    property,
    key: transformer.key,
    type,
    description: options?.description ?? described(given) ?? swagger.description,
    required: !nullable && !conditional,
    nullable,
    // class-transformer sets an exposed property to undefined where nothing was sent, over what its initialiser gave.
    fallback: hasFallback || (hasInitial && transformer.exposed) ? { value: shown } : undefined,
    shownDefault: hasFallback || hasInitial ? { value: shown } : undefined,
    rules: implied.length === 0 ? given : [...given, ...implied],
    transformed: transformer.transformed,
    exposed: transformer.exposed,
    keywords: swaggerKeywords(swagger),
  };
}

/** Whether the compiler said something about a field's class, or a decorator promises one. */
function isTold(cls: ClassType, property: string, rules: readonly ValidatorRule[]): boolean {
  const hasType = Reflect.hasMetadata('design:type', cls.prototype as object, property);
  return hasType || rules.some((rule) => rule.type === RULE_TYPE.nested);
}

/** A build that emits no types must not stop the boot for a field whose validators tell no type either. */
function untold(where: string): ValueType {
  logger.warn(`${where}: its type is not known at run time, so any value is taken. ${REMEDY}`);
  return { kind: 'any' };
}

/** class-validator's `context` may carry a description. */
function described(rules: readonly ValidatorRule[]): string | undefined {
  for (const rule of rules) {
    const text = (rule.context as { description?: unknown } | undefined)?.description;
    if (typeof text === 'string') return text;
  }
  return undefined;
}

const REMEDY = 'Give @FunctionParameter({ type }) as a type name, [Item], an enum or a DTO class.';

function undescribed(where: string, rules: readonly ValidatorRule[]): ToolDefinitionException {
  if (rules.some((rule) => rule.type === RULE_TYPE.nested)) {
    const remedy =
      'Add @Type(() => Item), or give @FunctionParameter({ type: [Item] }). If @Type() is there, look for a second copy of class-transformer.';
    return new ToolDefinitionException(where, 'has @ValidateNested(), but its class is not known.', remedy);
  }
  return new ToolDefinitionException(where, 'has a type that cannot be described to a model.', REMEDY);
}
