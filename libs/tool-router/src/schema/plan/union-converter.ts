import { INVALID } from '../values/clean-json.js';
import { isRecord, type ObjectConversion, type ValueConverter } from '../values/value-converter.js';
import type { ValueType } from '../values/value-type.js';
import { WORDS, oneOf } from '../values/value-words.js';

/**
 * Converts to the class that the discriminator names.
 * @param mark puts the discriminator on what was made
 */
export function unionConverter(
  type: ValueType & { readonly kind: 'union' },
  objects: ObjectConversion,
  mark: (made: Record<string, unknown>, name: string) => void,
): ValueConverter {
  const converters = new Map(type.members.map(({ name, cls }) => [name, objects.dto(cls)]));
  const words = oneOf([...converters.keys()]);
  return (value, parent, key, run) => {
    if (!isRecord(value)) {
      run.refuse(parent, key, WORDS.object);
      return INVALID;
    }
    const name: unknown = Object.hasOwn(value, type.discriminator) ? value[type.discriminator] : undefined;
    const convert = converters.get(name as string);
    if (convert === undefined) {
      run.refuse({ parent, key }, type.discriminator, words);
      return INVALID;
    }
    const made = convert(value, parent, key, run);
    if (made !== INVALID) mark(made as Record<string, unknown>, name as string);
    return made;
  };
}
