import type { ArgumentRun, Place } from '../argument-run.js';
import { INVALID } from '../values/clean-json.js';
import { isRecord, type ValueConverter } from '../values/value-converter.js';
import { WORDS } from '../values/value-words.js';

/** Levels of request objects inside each other; deeper arguments are refused before they can exhaust the stack. */
const MAX_OBJECT_DEPTH = 64;

/** Guards the making of an object: the source must be a JSON object, and not too deep in others. */
export function openObject(
  make: (source: Readonly<Record<string, unknown>>, place: Place, run: ArgumentRun) => unknown,
): ValueConverter {
  return (value, parent, key, run) => {
    if (!isRecord(value)) {
      run.refuse(parent, key, WORDS.object);
      return INVALID;
    }
    if (run.depth >= MAX_OBJECT_DEPTH) {
      run.refuse(parent, key, WORDS.tooDeep);
      return INVALID;
    }
    run.depth += 1;
    const made = make(value, key === '' ? parent : { parent, key }, run);
    run.depth -= 1;
    return made;
  };
}
