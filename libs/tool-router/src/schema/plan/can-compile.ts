import type { ClassType } from '../../tool/class-type.js';
import type { DtoField } from '../dto/dto-field.js';
import { shapeOf } from '../dto/dto-shape.js';
import { hasClassStrategy } from '../dto/transformer-metadata.js';
import { isCompilable } from '../rules/builtin-rules.js';
import type { ValueType } from '../values/value-type.js';

/** Whether instances of a class can be made and checked without the libraries. Nested classes decide for themselves. */
export function canCompile(cls: ClassType): boolean {
  if (hasClassStrategy(cls)) return false;
  return shapeOf(cls).fields.every((field) => isPlainField(field) && isOwnProperty(cls, field.property));
}

function isPlainField(field: DtoField): boolean {
  return !field.transformed && !field.exposed && !hasContainer(field.type) && field.rules.every(isCompilable);
}

function hasContainer(type: ValueType): boolean {
  return type.kind === 'set' || type.kind === 'map' || (type.kind === 'array' && hasContainer(type.item));
}

/** Accessors and methods of the class stand in the way of a plain assignment. */
function isOwnProperty(cls: ClassType, property: string): boolean {
  return !(property in (cls.prototype as object));
}
