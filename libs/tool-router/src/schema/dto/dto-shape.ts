import type { ClassType } from '../../tool/class-type.js';
import { requestOptions } from '../field-options.js';
import { rulesOf } from '../rules/validator-rules.js';
import { classesIn } from '../values/value-type.js';
import { describeField } from './describe-field.js';
import type { DtoField, DtoShape } from './dto-field.js';
import { initialValues } from './initial-values.js';
import { propertyFacts } from './property-facts.js';
import { hasSwaggerMetadata } from './swagger-metadata.js';
import { hasTransformerMetadata } from './transformer-metadata.js';

const NOTHING: ReadonlyMap<string, unknown> = new Map();
const NO_CLASSES: readonly ClassType[] = [];

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
  const facts = {
    cls,
    initial: initial ?? NOTHING,
    transforms: hasTransformerMetadata(cls),
    documents: hasSwaggerMetadata(cls),
  };
  const fields: DtoField[] = [];
  let classes: Set<ClassType> | undefined;
  let hasFallbacks = false;
  for (const [property, rules] of rulesOf(cls)) {
    const field = describeField(facts, property, propertyFacts(rules));
    if (field === undefined) continue;
    fields.push(field);
    if (field.fallback !== undefined) hasFallbacks = true;
    for (const found of classesIn(field.type)) (classes ??= new Set()).add(found);
  }
  return {
    fields,
    classes: classes === undefined ? NO_CLASSES : [...classes],
    hasFallbacks,
    makeable: initial !== undefined,
    description: requestOptions(cls)?.description,
  };
}
