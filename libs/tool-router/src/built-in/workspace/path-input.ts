import { BuiltInFailure } from '../built-in-failure.js';

const MAX_PATH_BYTES = 4096;
const MAX_QUOTED_CHARS = 200;

/** A path as the model gave it, short enough for a message. */
export function quotePath(given: string): string {
  const shown = given.length > MAX_QUOTED_CHARS ? `${given.slice(0, MAX_QUOTED_CHARS)}…` : given;
  return JSON.stringify(shown.toWellFormed());
}

function refuse(problem: string): never {
  throw new BuiltInFailure(
    'validation',
    `The path ${problem}.`,
    'Give a path relative to the workspace, "." for its root.',
  );
}

/**
 * Accepts a path exactly as it was given: nothing is trimmed, decoded or expanded, because `a ` and `a` are two names.
 * @throws BuiltInFailure `validation`
 */
export function checkPathInput(input: unknown): string {
  if (typeof input !== 'string') return refuse('must be a string');
  if (input.trim() === '') return refuse('is empty');
  if (input.includes('\0')) return refuse('contains a NUL character');
  if (!input.isWellFormed()) return refuse('contains half of a surrogate pair');
  return Buffer.byteLength(input) > MAX_PATH_BYTES ? refuse(`is longer than ${MAX_PATH_BYTES} bytes`) : input;
}
