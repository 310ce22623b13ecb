import type { TypeMetadata } from 'class-transformer';
import type { ClassType } from '../../tool/class-type.js';
import type { Told } from '../rules/told-type.js';
import { isDescribed } from '../rules/validator-rules.js';
import { isDelayed, typeOfClass, typeOfOption } from '../values/type-option.js';
import type { ScalarType, ValueType } from '../values/value-type.js';
import { refusal, type FieldSources } from './field-sources.js';
import { swaggerValues, type SwaggerProperty } from './swagger-metadata.js';

/**
 * The type of a field. In order of weight: the `type` option, what validators tell, `@Type()`, the emitted type,
 * `@ApiProperty()`. Undefined where none of them tells enough.
 */
export function typeOfField(sources: FieldSources): ValueType | undefined {
  const { own, each } = sources.facts;
  if (sources.option !== undefined) {
    return withRules(
      typeOfOption(sources.option, (problem) => refusal(sources, problem)),
      own,
      each,
    );
  }
  const base = baseType(sources);
  if (!isList(sources)) return base === undefined ? own.type : withRules(base, own, each);
  if (base?.kind === 'array' || base?.kind === 'set' || base?.kind === 'map') return withRules(base, own, each);
  const item = base ?? each?.type;
  if (item !== undefined) return withRules({ kind: 'array', item }, own, each);
  return own.isArray ? { kind: 'array', item: { kind: 'any' } } : undefined;
}

function isList({ facts: { own, each }, transformerType, designType, swagger }: FieldSources): boolean {
  if (designType === Array || transformerType?.reflectedType === Array || swagger?.isArray === true) return true;
  return own.isArray || (each !== undefined && !isOneObject(designType));
}

/** `@ValidateNested({ each: true })` on a property of a class type is a slip that class-validator forgives. */
function isOneObject(designType: unknown): boolean {
  return typeof designType === 'function' && typeOfClass(designType as ClassType)?.kind === 'dto';
}

/** What the classes around the field tell, without the validators. */
function baseType(sources: FieldSources): ValueType | undefined {
  const { transformerType, designType, swagger } = sources;
  if (transformerType !== undefined) {
    const item = typeOfTypeDecorator(transformerType, sources);
    if (item !== undefined) return inContainer(item, transformerType.reflectedType);
  }
  const emitted = typeof designType === 'function' ? typeOfClass(designType as ClassType) : undefined;
  if (emitted !== undefined && (emitted.kind !== 'dto' || sources.facts.nested || isDescribed(emitted.cls))) {
    return emitted;
  }
  return swagger === undefined ? undefined : typeOfSwagger(swagger);
}

function typeOfTypeDecorator(type: TypeMetadata, sources: FieldSources): ValueType | undefined {
  const discriminator = type.options?.discriminator;
  if (discriminator?.property && discriminator.subTypes) {
    return {
      kind: 'union',
      discriminator: discriminator.property,
      members: discriminator.subTypes.map(({ name, value }) => ({ name, cls: value as ClassType })),
      keep: type.options.keepDiscriminatorProperty === true,
    };
  }
  const given: unknown = type.typeFunction === undefined ? type.reflectedType : type.typeFunction();
  if (given === undefined)
    throw refusal(sources, 'has a @Type() whose function returns nothing, perhaps a circular import.');
  const item = typeof given === 'function' ? typeOfClass(given as ClassType) : undefined;
  return item?.kind === 'string' || item?.kind === 'number' || item?.kind === 'boolean'
    ? { kind: item.kind, cast: item.kind }
    : item;
}

function inContainer(item: ValueType, container: unknown): ValueType {
  if (container === Array) return { kind: 'array', item };
  if (container === Set) return { kind: 'set', item };
  return container === Map ? { kind: 'map', value: item } : item;
}

function typeOfSwagger(swagger: SwaggerProperty): ValueType | undefined {
  const values = swaggerValues(swagger);
  if (values !== undefined) return { kind: 'enum', values };
  const given: unknown = isDelayed(swagger.type) ? swagger.type() : swagger.type;
  const item: unknown = Array.isArray(given) && given.length === 1 ? given[0] : given;
  if (typeof item !== 'function') return undefined;
  const known = typeOfClass(item as ClassType);
  if (known === undefined || (known.kind === 'dto' && !isDescribed(known.cls))) return undefined;
  return item === given ? known : { kind: 'array', item: known };
}

/** Lets validators say more about a type: those of the field about its value, the `each` ones about its elements. */
function withRules(type: ValueType, own: Told, each: Told | undefined): ValueType {
  if (type.kind === 'array' || type.kind === 'set') return { ...type, item: narrowed(type.item, each?.type) };
  if (type.kind === 'map') return { ...type, value: narrowed(type.value, each?.type) };
  return narrowed(type, own.type);
}

/** Lets validators narrow a type (a number to an integer), or overrule an emitted one that they contradict. */
function narrowed(type: ValueType, told: ScalarType | undefined): ValueType {
  if (told === undefined) return type;
  switch (type.kind) {
    case 'enum':
      return told.kind === 'enum' ? told : type;
    case 'integer':
      return told.kind === 'number' ? type : told;
    case 'date':
      return told.kind === 'string' ? told : type;
    case 'string':
    case 'number':
    case 'boolean':
      return type.cast === undefined ? told : { ...told, cast: type.cast };
    case 'any':
    case 'object':
      return told;
    default:
      return type;
  }
}
