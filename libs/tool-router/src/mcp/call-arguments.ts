import { InvalidArgumentsException } from '../errors/invalid-arguments.exception.js';
import type { JsonObject } from '../tool/json.js';

/** Arguments as host code passes them: JSON text, an object, or nothing. */
export type McpCallArguments = string | Readonly<Record<string, unknown>> | null | undefined;

/**
 * The arguments as a JSON object: nothing, blank text and `null` mean none.
 * @throws InvalidArgumentsException when they are anything else than an object
 */
export function callArguments(args: McpCallArguments): JsonObject {
  if (args === undefined || args === null) return {};
  if (typeof args !== 'string') return objectOnly(args);
  if (args.trim() === '') return {};
  let value: unknown;
  try {
    value = JSON.parse(args);
  } catch (error) {
    throw refused(`the arguments are not valid JSON (${(error as Error).message})`);
  }
  return value === null ? {} : objectOnly(value);
}

function objectOnly(value: unknown): JsonObject {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as JsonObject;
  throw refused(`the arguments must be a JSON object, not ${Array.isArray(value) ? 'an array' : `a ${typeof value}`}`);
}

function refused(message: string): InvalidArgumentsException {
  return new InvalidArgumentsException([{ path: '', message }]);
}
