import type { JsonObject } from '../../tool/json.js';
import { BuiltInFailure } from '../built-in-failure.js';
import type { BuiltInCall, BuiltInTool } from '../built-in-tool.js';
import { GREP_DEFINITION } from './grep-definition.js';
import { grepWithBestEngine } from './grep-engine.js';
import { readGrepRequest, type GrepRequest } from './grep-request.js';
import type { GrepFindings, GrepRow, GrepSearch, SkippedFiles } from './grep-search.js';
import type { SearchLimits } from './search-limits.js';
import { findPlace, showBelow } from './search-place.js';

/** Searches for lines, one way or another. */
export type GrepEngine = (search: GrepSearch, limits: SearchLimits) => Promise<GrepFindings>;

/** The answer of `grep`. */
export interface GrepResult {
  readonly pattern: string;
  readonly path: string;
  readonly matches: readonly GrepRow[];
  /** The number of `matches`. */
  readonly count: number;
  readonly truncated: boolean;
  readonly filesSearched?: number;
  readonly skipped?: SkippedFiles;
  readonly warnings?: readonly string[];
  readonly note?: string;
}

const MULTILINE_HINT = 'Set multiline to true to search over several lines.';
const LITERAL_HINT = 'Correct the expression, or set literal to true to search for the pattern as plain text.';
const NOTHING_FOUND =
  'Nothing matches. Files ignored by .gitignore, version control folders and node_modules are only searched where path names them.';

function withHint(failure: BuiltInFailure): BuiltInFailure {
  const aboutLines = failure.message.includes('"\\n"');
  const [problem = ''] = failure.message.split('\n\n');
  const hint = aboutLines ? MULTILINE_HINT : LITERAL_HINT;
  return new BuiltInFailure('invalid_regex', `The pattern is no valid expression: ${problem}`, hint);
}

const INCLUDE_APPLIED =
  'Only files that include fits were searched: one glob, such as "*.{ts,md}" for names or "src/**" for paths.';
const NOTHING_IN_PART = 'Nothing matches in the files that could be searched; warnings name the others.';

function noteFor(request: GrepRequest, shown: number, truncated: boolean, partly: boolean): { readonly note?: string } {
  if (truncated) {
    const next = request.offset + shown;
    return { note: `There are more results: narrow pattern, path or include, or go on with offset ${next}.` };
  }
  if (shown > 0) return {};
  if (request.offset > 0) return { note: 'There are no results after this offset.' };
  const note = partly ? NOTHING_IN_PART : NOTHING_FOUND;
  return { note: request.include === undefined ? note : `${note} ${INCLUDE_APPLIED}` };
}

function skippedOf(skipped: SkippedFiles): { readonly skipped?: SkippedFiles } {
  const counts = Object.entries(skipped).filter(([, count]) => count > 0);
  return counts.length === 0 ? {} : { skipped: Object.fromEntries(counts) };
}

async function runGrep(engine: GrepEngine, args: JsonObject, call: BuiltInCall): Promise<GrepResult> {
  const { context, invocation } = call;
  const request = readGrepRequest(args, context);
  const place = await findPlace(request.path, context);
  const { pattern, literal, caseInsensitive, multiline, mode, include } = request;
  const search: GrepSearch = {
    pattern,
    literal,
    caseInsensitive,
    multiline,
    mode,
    context: request.context,
    wanted: request.offset + request.maxResults + 1,
    anchor: place.anchor,
    target: place.target,
    targetIsFile: place.isFile,
    ...(include === undefined ? {} : { include }),
  };
  const found = await engine(search, { timeoutMs: context.searchTimeoutMs, signal: invocation.signal });
  const partly = (found.skipped.unreadable ?? 0) + (found.skipped.tooLarge ?? 0) > 0;
  if (place.isFile && partly) {
    const kind = (found.skipped.tooLarge ?? 0) > 0 ? 'too_large' : 'sensitive';
    throw new BuiltInFailure(kind, `The file could not be searched: ${found.warnings.join(' ')}`);
  }
  const end = request.offset + request.maxResults;
  const matches = found.rows.slice(request.offset, end).map((row) => ({ ...row, file: showBelow(place, row.file) }));
  const truncated = found.rows.length > end;
  return {
    pattern,
    path: place.shown,
    matches,
    count: matches.length,
    truncated,
    ...(found.filesSearched === undefined ? {} : { filesSearched: found.filesSearched }),
    ...skippedOf(found.skipped),
    ...(found.warnings.length === 0 ? {} : { warnings: found.warnings }),
    ...noteFor(request, matches.length, truncated, partly || (found.skipped.binary ?? 0) > 0),
  };
}

/** Makes the `grep` tool on an engine. */
export function makeGrepTool(engine: GrepEngine): BuiltInTool {
  return {
    definition: GREP_DEFINITION,
    async run(args, call) {
      try {
        return await runGrep(engine, args, call);
      } catch (error) {
        throw error instanceof BuiltInFailure && error.kind === 'invalid_regex' ? withHint(error) : error;
      }
    },
  };
}

/** Searches the text of files: on ripgrep where there is one, else in a worker thread. */
export const grepTool: BuiltInTool = makeGrepTool(grepWithBestEngine);
