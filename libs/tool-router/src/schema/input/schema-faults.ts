import type { ErrorObject } from 'ajv';
import type { ArgumentFault } from '../../errors/argument-refusal.js';
import { joinPath } from '../argument-run.js';
import { oneOf } from '../values/value-words.js';

const MAX_FAULTS = 100;

/** What ajv refuses, as faults that name a path and what is wanted there. */
export function schemaFaults(errors: readonly ErrorObject[], args: unknown): readonly ArgumentFault[] {
  const faults = new Map<string, ArgumentFault>();
  for (const error of errors) {
    if (faults.size >= MAX_FAULTS) break;
    const fault = toFault(error, args);
    faults.set(`${fault.path} ${fault.message}`, fault);
  }
  return [...faults.values()];
}

function toFault(error: ErrorObject, args: unknown): ArgumentFault {
  const path = pathOfPointer(error.instancePath, args);
  const params = error.params as Record<string, unknown>;
  switch (error.keyword) {
    case 'required':
    case 'dependentRequired':
      return { path: joinPath(path, String(params['missingProperty'])), message: 'is required' };
    case 'additionalProperties':
    case 'unevaluatedProperties': {
      const key = String(params['additionalProperty'] ?? params['unevaluatedProperty']);
      return { path: joinPath(path, key), message: 'is not a known argument' };
    }
    case 'enum':
      return { path, message: oneOf(params['allowedValues'] as unknown[]) };
    case 'const':
      return { path, message: oneOf([params['allowedValue']]) };
    default:
      return { path, message: error.message ?? 'is not valid' };
  }
}

/** A JSON pointer cannot tell an index from a key, so the arguments are asked. */
function pathOfPointer(pointer: string, args: unknown): string {
  let path = '';
  let at: unknown = args;
  for (const part of pointer.split('/').slice(1)) {
    const key = part.replaceAll('~1', '/').replaceAll('~0', '~');
    path = joinPath(path, Array.isArray(at) ? Number(key) : key);
    at = (at as Record<string, unknown> | undefined)?.[key];
  }
  return path;
}
