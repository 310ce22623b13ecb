import type { ClassType } from '../../tool/class-type.js';
import { shapeOf } from './dto-shape.js';

/** A request class and all classes that its fields lead to, in the order of first mention. */
export function reachableClasses(cls: ClassType): readonly ClassType[] {
  if (shapeOf(cls).classes.length === 0) return [cls];
  const found = new Set<ClassType>([cls]);
  for (const one of found) for (const next of shapeOf(one).classes) found.add(next);
  return [...found];
}
