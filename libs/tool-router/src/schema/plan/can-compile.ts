import type { ClassType } from '../../tool/class-type.js';
import type { DtoField } from '../dto/dto-field.js';
import { shapeOf } from '../dto/dto-shape.js';
import { hasClassStrategy } from '../dto/transformer-metadata.js';
import { isCompilable } from '../rules/builtin-rules.js';
import { RULE_TYPE } from '../rules/validator-rules.js';
import type { ValueType } from '../values/value-type.js';

/** Whether instances can be made without class-transformer. Nested classes decide for themselves. */
export function canMake(cls: ClassType): boolean {
  if (hasClassStrategy(cls)) return false;
  return shapeOf(cls).fields.every((field) => isPlainField(field) && !isOnPrototype(cls, field.property));
}

/** Whether instances can be checked without class-validator's executor. */
export function canCheck(cls: ClassType): boolean {
  return shapeOf(cls).fields.every((field) => field.rules.every(isCompilable));
}

/** Whether validation never descends into the values of a class. */
export function isFlat(cls: ClassType): boolean {
  return shapeOf(cls).fields.every(({ rules }) => rules.every((rule) => rule.type !== RULE_TYPE.nested));
}

function isPlainField(field: DtoField): boolean {
  return !field.transformed && !field.exposed && !hasContainer(field.type);
}

function hasContainer(type: ValueType): boolean {
  return type.kind === 'set' || type.kind === 'map' || (type.kind === 'array' && hasContainer(type.item));
}

/** Accessors and methods of the class stand in the way of a plain assignment. */
function isOnPrototype(cls: ClassType, property: string): boolean {
  return property in (cls.prototype as object);
}
