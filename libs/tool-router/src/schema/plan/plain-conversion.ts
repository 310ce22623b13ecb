import type { ClassType } from '../../tool/class-type.js';
import { shapeOf } from '../dto/dto-shape.js';
import { INVALID, transformableJson } from '../values/clean-json.js';
import { converterOf, type ObjectConversion, type ValueConverter } from '../values/value-converter.js';
import { fieldStep } from './field-step.js';
import { holdJson } from './held-json.js';
import { openObject } from './open-object.js';
import { unionConverter } from './union-converter.js';

/**
 * Converts to plain objects that are ready for class-transformer: a copy of the call's own, exact texts converted,
 * defaults filled in, what must not be there refused.
 */
export function plainConversion(): ObjectConversion {
  const watched = conversion(true, () => watched);
  return conversion(false, () => watched);
}

/**
 * @param isWatched a `@Transform()` of this class or of one around it may look at everything that was sent: undeclared
 *   fields stay until whitelisting drops them, and free JSON is left to class-transformer
 */
function conversion(isWatched: boolean, watched: () => ObjectConversion): ObjectConversion {
  const converters = new Map<ClassType, ValueConverter>();
  const objects: ObjectConversion = {
    containers: false,
    copyJson: isWatched ? transformableJson : holdJson,
    dto(cls) {
      const known = converters.get(cls);
      if (known !== undefined) return known;
      let convert: ValueConverter | undefined;
      const delayed: ValueConverter = (value, parent, key, run) => {
        convert ??=
          isWatched || hasTransform(cls) ? plainConverter(cls, watched(), true) : plainConverter(cls, objects, false);
        return convert(value, parent, key, run);
      };
      converters.set(cls, delayed);
      return delayed;
    },
    union: (type) =>
      unionConverter(type, objects, (plain, name) => {
        plain[type.discriminator] = name;
      }),
  };
  return objects;
}

function hasTransform(cls: ClassType): boolean {
  return shapeOf(cls).fields.some((field) => field.transformed);
}

function plainConverter(cls: ClassType, objects: ObjectConversion, keepUnknown: boolean): ValueConverter {
  const { fields } = shapeOf(cls);
  const steps = fields.map((field) => fieldStep(field, field.key, converterOf(field.type, objects)));
  const known = new Set(fields.map((field) => field.key));
  return openObject((source, place, run) => {
    const plain: Record<string, unknown> = {};
    if (keepUnknown) copyUnknown(source, plain, known);
    for (const step of steps) step(source, plain, place, run);
    return plain;
  });
}

function copyUnknown(
  source: Readonly<Record<string, unknown>>,
  plain: Record<string, unknown>,
  known: ReadonlySet<string>,
): void {
  for (const key of Object.keys(source)) {
    if (known.has(key) || key === '__proto__' || key === 'constructor') continue;
    const value = transformableJson(source[key]);
    if (value !== INVALID) plain[key] = value;
  }
}
