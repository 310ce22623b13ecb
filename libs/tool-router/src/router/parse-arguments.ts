import { ArgumentRefusal } from '../errors/argument-refusal.js';
import type { JsonObject } from '../tool/json.js';

/** Characters of arguments that are parsed at most; the largest legitimate ones are file contents. */
const MAX_CHARACTERS = 32_000_000;

/** Levels that arguments may be nested; what walks them later must not overflow the stack. */
const MAX_DEPTH = 256;

/**
 * The arguments of a call as an object of its own, whatever the host handed over.
 * Blank text, null and nothing mean `{}`; a text that was cut off is refused, never repaired, with the position where
 * it stops being JSON.
 */
export function parseArguments(given: unknown): JsonObject | ArgumentRefusal {
  const text = typeof given === 'string' ? given : textOf(given);
  if (text === undefined) return refuse('the arguments object cannot be written as JSON');
  if (text.length > MAX_CHARACTERS) return refuse(`the arguments have more than ${MAX_CHARACTERS} characters`);
  // Every level takes two characters.
  if (text.length > 2 * MAX_DEPTH && isTooDeep(text)) {
    return refuse(`the arguments are nested more than ${MAX_DEPTH} levels deep`);
  }
  let value: unknown;
  try {
    value = JSON.parse(text) as unknown;
  } catch (error) {
    return text.trim() === '' ? {} : refuse(`the arguments are no valid JSON (${positionOf(error, text)})`);
  }
  if (value === null) return {};
  if (typeof value !== 'object' || Array.isArray(value)) {
    return refuse(
      `the arguments must be a JSON object, not ${Array.isArray(value) ? 'an array' : `a ${typeof value}`}`,
    );
  }
  const infinite = mayOverflow(text) ? placeOfInfinity(value, '') : undefined;
  return infinite === undefined ? (value as JsonObject) : refuse('the number is too large', infinite);
}

function refuse(message: string, path = ''): ArgumentRefusal {
  return new ArgumentRefusal([{ path, message }]);
}

/** Objects go through text: that copies them, and shows what is no JSON (undefined). */
function textOf(given: unknown): string | undefined {
  if (given === undefined || given === null) return '';
  try {
    return JSON.stringify(given);
  } catch {
    return undefined;
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

/** The path of the first number that was read as infinite. */
function placeOfInfinity(value: unknown, path: string): string | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? undefined : path;
  if (typeof value !== 'object' || value === null) return undefined;
  const isList = Array.isArray(value);
  for (const [key, item] of Object.entries(value)) {
    const place = placeOfInfinity(item, isList ? `${path}[${key}]` : path === '' ? key : `${path}.${key}`);
    if (place !== undefined) return place;
  }
  return undefined;
}

function isTooDeep(text: string): boolean {
  let depth = 0;
  let inText = false;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (inText) {
      if (code === 0x5c) at++;
      else if (code === 0x22) inText = false;
    } else if (code === 0x22) inText = true;
    else if (code === 0x7b || code === 0x5b) {
      if (++depth > MAX_DEPTH) return true;
    } else if (code === 0x7d || code === 0x5d) depth--;
  }
  return false;
}
