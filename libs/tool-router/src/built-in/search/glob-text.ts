import { BuiltInFailure } from '../built-in-failure.js';
import { BraceProblem, expandBraces } from './pattern/expand-braces.js';
import { compilePaths } from './pattern/path-pattern.js';

const MAX_GLOB_CHARS = 4_096;
const MAX_SHOWN_CHARS = 200;

/** A glob as the model gave it, short enough for a message. */
export function quoteGlob(glob: string): string {
  return JSON.stringify(glob.length > MAX_SHOWN_CHARS ? `${glob.slice(0, MAX_SHOWN_CHARS)}…` : glob);
}

/**
 * Checks what holds for every glob, whatever it says.
 * @throws BuiltInFailure `validation`
 */
export function checkGlobText(name: string, glob: string): void {
  const refuse = (rule: string): never => {
    throw new BuiltInFailure('validation', `The argument ${name} ${rule}.`, 'Give a glob such as "src/**/*.ts".');
  };
  if (glob.trim() === '') refuse('must not be empty');
  if (glob.length > MAX_GLOB_CHARS) refuse(`must have at most ${MAX_GLOB_CHARS} characters`);
  if (glob.includes('\0')) refuse('must not contain a NUL character');
  if (!glob.isWellFormed()) refuse('must not contain half of a surrogate pair');
}

/**
 * Writes the braces of a glob out and checks each result.
 * @returns globs that compile and do not climb
 * @throws BuiltInFailure `validation`, or `outside` for a `..`
 */
export function expandGlob(name: string, glob: string): readonly string[] {
  let globs: readonly string[];
  try {
    globs = expandBraces(glob);
  } catch (error) {
    if (!(error instanceof BraceProblem)) throw error;
    throw new BuiltInFailure(
      'validation',
      `The argument ${name} ${quoteGlob(glob)} ${error.message}.`,
      'Write \\{ for a brace that is part of a name.',
    );
  }
  if (globs.some((text) => text.split('/').includes('..'))) {
    throw new BuiltInFailure(
      'outside',
      `The argument ${name} ${quoteGlob(glob)} must not contain "..".`,
      'Set path to the folder to search in.',
    );
  }
  if (compilePaths(globs) === undefined) {
    throw new BuiltInFailure(
      'validation',
      `The argument ${name} ${quoteGlob(glob)} has a [ that is never closed.`,
      'Write \\[ for a bracket that is part of a name.',
    );
  }
  return globs;
}
