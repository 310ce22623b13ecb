import type { BuiltInToolContext } from '../../tool/built-in-tool-context.js';
import type { JsonObject } from '../../tool/json.js';
import { BuiltInFailure } from '../built-in-failure.js';
import { booleanArgument, optionalChoice, optionalInteger, optionalString, stringArgument } from '../tool-arguments.js';
import { checkGlobText, expandGlob } from './glob-text.js';
import type { GrepMode } from './grep-search.js';

/** Most lines around a match. */
export const MAX_CONTEXT_LINES = 10;
/** Most results that a call may leave out at the start. */
export const MAX_OFFSET = 5_000;
/** What `outputMode` may be. */
export const GREP_MODES: readonly GrepMode[] = ['content', 'files', 'count'];
const MAX_PATTERN_CHARS = 30_000;

/** The arguments of a `grep` call, checked as far as that goes without the disk. */
export interface GrepRequest {
  readonly pattern: string;
  readonly path: string;
  readonly include?: readonly string[];
  readonly literal: boolean;
  readonly caseInsensitive: boolean;
  readonly multiline: boolean;
  readonly context: number;
  readonly mode: GrepMode;
  readonly maxResults: number;
  readonly offset: number;
}

function refuse(rule: string, hint?: string): never {
  throw new BuiltInFailure('validation', `The argument pattern ${rule}.`, hint);
}

function readPattern(args: JsonObject, multiline: boolean): string {
  const pattern = stringArgument(args, 'pattern');
  if (pattern === '') refuse('must not be empty', 'Use glob to list files.');
  if (pattern.length > MAX_PATTERN_CHARS) refuse(`must have at most ${MAX_PATTERN_CHARS} characters`);
  if (pattern.includes('\0')) refuse('must not contain a NUL character');
  if (!pattern.isWellFormed()) refuse('must not contain half of a surrogate pair');
  if (!multiline && /[\r\n]/.test(pattern)) {
    refuse('must not contain a line break', 'Set multiline to true to search over several lines.');
  }
  return pattern;
}

function readInclude(args: JsonObject): readonly string[] | undefined {
  const include = optionalString(args, 'include');
  if (include === undefined) return undefined;
  checkGlobText('include', include);
  if (include.startsWith('!')) {
    throw new BuiltInFailure(
      'validation',
      'The argument include must not begin with "!": it tells which files to search, not which to leave out.',
      'Write \\! for a name that begins with it.',
    );
  }
  return expandGlob('include', include).map((glob) => {
    if (!glob.includes('/')) return `**/${glob}`;
    return glob.endsWith('/') ? `${glob}**` : glob;
  });
}

/**
 * Reads the arguments of a `grep` call.
 * @throws BuiltInFailure
 */
export function readGrepRequest(args: JsonObject, context: BuiltInToolContext): GrepRequest {
  const multiline = booleanArgument(args, 'multiline');
  const include = readInclude(args);
  const max = context.maxGrepResults;
  return {
    pattern: readPattern(args, multiline),
    path: optionalString(args, 'path') ?? '.',
    ...(include === undefined ? {} : { include }),
    literal: booleanArgument(args, 'literal'),
    caseInsensitive: booleanArgument(args, 'caseInsensitive'),
    multiline,
    context: optionalInteger(args, 'context', { min: 0, max: MAX_CONTEXT_LINES }) ?? 0,
    mode: optionalChoice(args, 'outputMode', GREP_MODES) ?? 'content',
    maxResults: optionalInteger(args, 'maxResults', { min: 1, max }) ?? Math.min(context.defaultGrepResults, max),
    offset: optionalInteger(args, 'offset', { min: 0, max: MAX_OFFSET }) ?? 0,
  };
}
