import type { JsonObject } from '../../tool/json.js';
import type { BuiltInCall, BuiltInTool } from '../built-in-tool.js';
import { optionalInteger, optionalString, stringArgument } from '../tool-arguments.js';
import { GLOB_DEFINITION } from './glob-definition.js';
import { findFiles } from './glob-engine.js';
import { findGlobStart, globsOf } from './glob-start.js';
import { checkGlobText } from './glob-text.js';
import { showBelow } from './search-place.js';
import type { GlobFindings } from './worker/glob-job.js';

/** The answer of `glob`. */
export interface GlobResult {
  readonly pattern: string;
  readonly path: string;
  readonly matches: readonly string[];
  /** The number of `matches`. */
  readonly count: number;
  readonly truncated: boolean;
  /** Matching files, and folders that may hold some, which `.gitignore` leaves out. */
  readonly ignored?: number;
  readonly note?: string;
}

function noteFor(found: GlobFindings, shown: number): { readonly note?: string } {
  const notes: string[] = [];
  if (shown < found.files.length) {
    notes.push(`These are the newest ${shown} of ${found.total} files: narrow the pattern, or raise maxResults.`);
  }
  if (shown === 0) {
    notes.push('No file matches.');
    if (found.ignored > 0)
      notes.push(`.gitignore leaves out ${found.ignored} entries: name a folder in path to look into it.`);
  }
  if (found.unreadable > 0) notes.push(`${found.unreadable} files or folders could not be read.`);
  return notes.length === 0 ? {} : { note: notes.join(' ') };
}

async function runGlob(args: JsonObject, { context, invocation }: BuiltInCall): Promise<GlobResult> {
  const pattern = stringArgument(args, 'pattern');
  checkGlobText('pattern', pattern);
  const path = optionalString(args, 'path') ?? '.';
  const max = context.maxGlobResults;
  const limit = optionalInteger(args, 'maxResults', { min: 1, max }) ?? Math.min(context.defaultGlobResults, max);
  const start = await findGlobStart(pattern, path, context);
  const { place, rest } = start;
  if (rest.length === 0) {
    const matches = place.isFile ? [place.shown] : [];
    const note = place.isFile ? {} : { note: 'The pattern names a folder: add /** to find the files in it.' };
    return { pattern, path, matches, count: matches.length, truncated: false, ...note };
  }
  const found = await findFiles(
    { anchor: place.anchor, folder: place.target, globs: globsOf(start), wanted: limit + 1 },
    { timeoutMs: context.searchTimeoutMs, signal: invocation.signal },
  );
  const matches = found.files.slice(0, limit).map((file) => showBelow(place, file.path));
  return {
    pattern,
    path,
    matches,
    count: matches.length,
    truncated: found.files.length > limit,
    ...(found.ignored === 0 ? {} : { ignored: found.ignored }),
    ...noteFor(found, matches.length),
  };
}

/** Finds files by the pattern of their path, in a worker thread. */
export const globTool: BuiltInTool = { definition: GLOB_DEFINITION, run: runGlob };
