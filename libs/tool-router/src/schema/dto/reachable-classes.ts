import type { ClassType } from '../../tool/class-type.js';
import type { ValueType } from '../values/value-type.js';
import { shapeOf } from './dto-shape.js';

const NONE: readonly ClassType[] = [];

/** A request class and all classes that its fields lead to, in the order of first mention. */
export function reachableClasses(cls: ClassType): readonly ClassType[] {
  const found = new Set<ClassType>([cls]);
  for (const one of found) {
    for (const field of shapeOf(one).fields) for (const next of classesIn(field.type)) found.add(next);
  }
  return [...found];
}

/** The request classes that a type mentions. */
export function classesIn(type: ValueType): readonly ClassType[] {
  if (type.kind === 'dto') return [type.cls];
  if (type.kind === 'union') return type.members.map((member) => member.cls);
  if (type.kind === 'array' || type.kind === 'set') return classesIn(type.item);
  return type.kind === 'map' ? classesIn(type.value) : NONE;
}
