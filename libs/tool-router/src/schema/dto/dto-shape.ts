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
  for (const [property, rules] of rulesOf(cls)) {
    const field = describeField(facts, property, propertyFacts(rules));
    if (field !== undefined) fields.push(field);
  }
  return {
    fields,
    classes: fieldClasses(fields),
    makeable: initial !== undefined,
    description: requestOptions(cls)?.description,
  };
}

/** The request classes that fields mention, each once. */
function fieldClasses(fields: readonly DtoField[]): readonly ClassType[] {
  let found: Set<ClassType> | undefined;
  for (const { type } of fields) for (const cls of classesIn(type)) (found ??= new Set()).add(cls);
  return found === undefined ? NO_CLASSES : [...found];
}
