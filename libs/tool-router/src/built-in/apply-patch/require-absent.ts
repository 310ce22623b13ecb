import { BuiltInFailure } from '../built-in-failure.js';
import type { Overlay } from './overlay.js';
import type { PatchTarget } from './patch-target.js';

/**
 * The place for a new file.
 * @throws BuiltInFailure `already_exists`, `is_directory`, `validation` where it cannot be created
 */
export async function requireAbsent(target: PatchTarget, overlay: Overlay): Promise<string> {
  const real = overlay.has(target.own) ? target.own : target.real;
  const state = await overlay.stateOf(real);
  if (state === 'directory') throw new BuiltInFailure('is_directory', `${target.shown} is a directory.`);
  if (state !== 'missing') {
    throw new BuiltInFailure(
      'already_exists',
      `${target.shown} exists already.`,
      'Update it, or delete it first in the same patch.',
    );
  }
  if (overlay.fileAbove(real) === undefined) return real;
  throw new BuiltInFailure('validation', `${target.shown} goes through a file as if it were a directory.`);
}
