import { InvalidArgumentsException } from '../errors/invalid-arguments.exception.js';
import type { JsonObject } from '../tool/json.js';

/** Characters of arguments that are parsed at most; the largest legitimate ones are file contents. */
const MAX_CHARACTERS = 32_000_000;

/** Levels that arguments may be nested; what walks them later must not overflow the stack. */
const MAX_DEPTH = 256;

/**
 * The arguments of a call as an object of its own, whatever the host handed over.
 * Blank text, null and nothing mean `{}`; a text that was cut off is refused, never repaired.
 * @throws InvalidArgumentsException with the position where the text stops being JSON
 */
export function parseArguments(given: unknown): JsonObject {
  const text = typeof given === 'string' ? given : textOf(given);
  if (text.length > MAX_CHARACTERS) refuse(`the arguments have more than ${MAX_CHARACTERS} characters`);
  // Every level takes two characters.
  if (text.length > 2 * MAX_DEPTH) refuseDeepNesting(text);
  const value = parseJson(text);
  if (value === null) return {};
  if (typeof value !== 'object' || Array.isArray(value)) {
    refuse(`the arguments must be a JSON object, not ${Array.isArray(value) ? 'an array' : `a ${typeof value}`}`);
  }
  if (mayOverflow(text)) refuseInfinity(value, '');
  return value as JsonObject;
}

function refuse(message: string, cause?: unknown): never {
  throw new InvalidArgumentsException([{ path: '', message }], cause);
}

/** Objects go through text: that copies them, and shows what is no JSON. */
function textOf(given: unknown): string {
  if (given === undefined || given === null) return '';
  let text: string | undefined;
  try {
    text = JSON.stringify(given);
  } catch (error) {
    refuse('the arguments object cannot be written as JSON', error);
  }
  return text ?? refuse('the arguments object cannot be written as JSON');
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    if (text.trim() === '') return {};
    return refuse(`the arguments are no valid JSON (${positionOf(error, text)})`);
  }
}

/** Where the text stops being JSON, without the text itself: it may hold secrets. */
function positionOf(error: unknown, text: string): string {
  const position = /position (\d+)/.exec(error instanceof Error ? error.message : '')?.[1];
  if (position === undefined || Number(position) >= text.length) {
    return `it ends too early, after ${text.length} characters: send the complete object`;
  }
  return `unexpected character at position ${position} of ${text.length}`;
}

/** A cheap test for number spellings that JavaScript may read as infinite, such as 1e999. */
function mayOverflow(text: string): boolean {
  return /[eE]\+?\d{3}/.test(text) || (text.length > 308 && /\d{309}/.test(text));
}

function refuseInfinity(value: unknown, path: string): void {
  if (typeof value === 'number' && !Number.isFinite(value)) {
    throw new InvalidArgumentsException([{ path, message: 'the number is too large' }]);
  }
  if (Array.isArray(value)) {
    value.forEach((item, index) => refuseInfinity(item, `${path}[${index}]`));
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, item] of Object.entries(value)) refuseInfinity(item, path === '' ? key : `${path}.${key}`);
  }
}

function refuseDeepNesting(text: string): void {
  let depth = 0;
  let inText = false;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (inText) {
      if (code === 0x5c) at++;
      else if (code === 0x22) inText = false;
    } else if (code === 0x22) inText = true;
    else if (code === 0x7b || code === 0x5b) {
      if (++depth > MAX_DEPTH) refuse(`the arguments are nested more than ${MAX_DEPTH} levels deep`);
    } else if (code === 0x7d || code === 0x5d) depth--;
  }
}
