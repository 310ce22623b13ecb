import type { BuiltInToolContext } from '../../tool/built-in-tool-context.js';
import type { JsonObject } from '../../tool/json.js';
import { BuiltInFailure } from '../built-in-failure.js';
import { optionalInteger } from '../tool-arguments.js';
import type { WantedLines } from './line-collector.js';
import { MAX_READ_CHARS } from './read-file.definition.js';

/** What a call asks for, and the last line that it may get. */
export interface ReadRange extends WantedLines {
  /** The call itself named the end, so reaching it leaves nothing out. */
  readonly askedEndLine?: number;
}

/**
 * Reads the range arguments.
 * @throws BuiltInFailure `validation`
 */
export function readRange(args: JsonObject, context: BuiltInToolContext): ReadRange {
  const startLine = optionalInteger(args, 'startLine', { min: 1 }) ?? 1;
  const askedEndLine = optionalInteger(args, 'endLine', { min: 1 });
  const startColumn = optionalInteger(args, 'startColumn', { min: 1 });
  const asked = optionalInteger(args, 'maxChars', { min: 1 }) ?? context.defaultReadMaxChars;
  if (askedEndLine !== undefined && askedEndLine < startLine) {
    throw new BuiltInFailure('validation', `endLine (${askedEndLine}) is before startLine (${startLine}).`);
  }
  const lastAllowed = startLine + context.maxReadLines - 1;
  return {
    startLine,
    endLine: Math.min(askedEndLine ?? lastAllowed, lastAllowed),
    ...(startColumn === undefined ? {} : { startColumn }),
    ...(askedEndLine === undefined ? {} : { askedEndLine }),
    maxChars: Math.min(asked, Math.max(MAX_READ_CHARS, context.defaultReadMaxChars)),
    maxLineChars: context.maxReadLineChars,
  };
}
