import type { ClassType } from '../../tool/class-type.js';
import type { DtoField } from '../dto/dto-field.js';
import { shapeOf } from '../dto/dto-shape.js';
import { classesIn, type ValueType } from '../values/value-type.js';

/**
 * The classes that need a definition of their own, because they are used more than once or contain themselves,
 * each with its name. Classes of one name are told apart by the order of their first mention.
 * @param root the class that the schema itself describes, if it is one
 */
export function sharedClasses(
  fields: readonly DtoField[],
  root: ClassType | undefined,
): ReadonlyMap<ClassType, string> {
  const uses = new Map<ClassType, number>();
  const count = (list: readonly DtoField[]): void => {
    for (const { type } of list) {
      for (const cls of classesIn(type)) {
        const counted = isUnion(type) && !isRecursive(cls) ? 0 : 1;
        uses.set(cls, (uses.get(cls) ?? 0) + counted);
      }
    }
  };
  count(fields);
  for (const cls of uses.keys()) if (cls !== root) count(shapeOf(cls).fields);
  const names = new Map<ClassType, string>();
  const taken = new Set<string>();
  for (const [cls, times] of uses) {
    if (times === 0 || (cls !== root && times < 2)) continue;
    const name = freeName(cls.name.replaceAll(/[^A-Za-z0-9_.-]/g, '_') || 'Object', taken);
    taken.add(name);
    names.set(cls, name);
  }
  return names;
}

/** Whether a class leads back to itself; only such a member of a union needs a reference, the others stand in place. */
export function isRecursive(cls: ClassType): boolean {
  const found = new Set<ClassType>(shapeOf(cls).classes);
  for (const one of found) {
    if (one === cls) return true;
    for (const next of shapeOf(one).classes) found.add(next);
  }
  return false;
}

function isUnion(type: ValueType): boolean {
  if (type.kind === 'array' || type.kind === 'set') return isUnion(type.item);
  return type.kind === 'map' ? isUnion(type.value) : type.kind === 'union';
}

function freeName(name: string, taken: ReadonlySet<string>): string {
  let free = name;
  for (let number = 2; taken.has(free); number += 1) free = `${name}_${number}`;
  return free;
}
