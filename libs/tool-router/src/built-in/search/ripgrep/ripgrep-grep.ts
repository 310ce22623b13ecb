import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { BuiltInFailure } from '../../built-in-failure.js';
import type { GrepFindings, GrepSearch } from '../grep-search.js';
import { includeFilter, type FileTest } from '../include-filter.js';
import { comparePaths } from '../pattern/path-order.js';
import { watchLimits, type SearchLimits } from '../search-limits.js';
import { largeFileWarnings } from '../search-warnings.js';
import { FoundRows } from './found-rows.js';
import { holdBack } from './hold-back.js';
import { parentFilter } from './parent-filter.js';
import { readComplaints } from './read-complaints.js';
import { listArguments, MAX_FILE_BYTES, ripgrepArguments } from './ripgrep-arguments.js';
import { BEFORE_LINE_NUMBER, MATCH_START, plainPath, readMessage, SUMMARY_START } from './ripgrep-message.js';
import { startRipgrep, type RipgrepProcess } from './ripgrep-process.js';
import { splitRecords } from './split-records.js';
import { watchForLargeFile } from './watch-for-large-file.js';

const MAX_MESSAGE_BYTES = 4_000_000;
/** Rows up to which an unsorted search goes on: more than that, and a sorted one gets to its end sooner. */
const MAX_UNSORTED_ROWS = 1_000;

async function readMessages(output: AsyncIterable<Buffer>, found: FoundRows, enough: number): Promise<boolean> {
  let answered = false;
  for await (const records of splitRecords(output, MAX_MESSAGE_BYTES, BEFORE_LINE_NUMBER)) {
    answered = true;
    // What comes with the summary was searched to the end, and is told to the end.
    const isLast = records.at(-1)?.text.startsWith(SUMMARY_START) === true;
    for (const record of records) {
      const message = readMessage(record);
      if (message !== undefined) found.take(message);
      if (found.total > enough && !isLast) return true;
    }
  }
  return answered;
}

async function readCounts(running: RipgrepProcess, found: FoundRows): Promise<boolean> {
  let answered = false;
  let head = '';
  for await (const records of splitRecords(running.output, MAX_MESSAGE_BYTES, BEFORE_LINE_NUMBER)) {
    answered = true;
    for (const { text } of records) {
      const [path, count] = text.split('\0');
      // A name may contain line ends: it goes on until the NUL.
      if (count === undefined) head += `${text}\n`;
      else {
        found.add({ file: plainPath(head + path), count: Number(count) });
        head = '';
      }
    }
  }
  return answered;
}

/** How a run is read. */
interface Reading {
  /** Whether the rows come in the order of the answer. */
  readonly inOrder: boolean;
  readonly accepts: FileTest;
  /** Whether that is all files: then matches can be counted before they are read. */
  readonly acceptsAll: boolean;
}

/** One run of the program; without findings where it was given up because it finds too much in no order. */
async function runOnce(
  running: RipgrepProcess,
  search: GrepSearch,
  { inOrder, accepts, acceptsAll }: Reading,
): Promise<GrepFindings | undefined> {
  const found = new FoundRows(search, accepts);
  const enough = inOrder ? search.wanted - 1 : Math.max(search.wanted, MAX_UNSORTED_ROWS);
  const mayGiveUp = !inOrder && search.mode !== 'count';
  const held = mayGiveUp && acceptsAll ? holdBack(running.output, MATCH_START, enough) : undefined;
  const answered = await (search.mode === 'count'
    ? readCounts(running, found)
    : readMessages(held?.chunks ?? running.output, found, enough));
  if (mayGiveUp && (found.total > enough || held?.hasTooMany() === true)) {
    // It is killed: the next run need not wait until it is gone.
    running.stop();
    return undefined;
  }
  const exit = await (search.mode !== 'count' && found.total > enough ? running.quit() : running.exit);
  const { unreadable, warnings } = readComplaints(exit, answered);
  const tooLarge = exit.tooLarge.filter(accepts).toSorted(comparePaths);
  return {
    rows: found.entries(),
    ...(found.filesSearched === undefined ? {} : { filesSearched: found.filesSearched }),
    skipped: { binary: found.binary, unreadable, tooLarge: tooLarge.length },
    warnings: [...found.warnings, ...warnings, ...largeFileWarnings(tooLarge, MAX_FILE_BYTES)],
  };
}

/**
 * Searches with ripgrep. It runs on all cores first, which gives the rows in any order; only where there are far more
 * rows than anybody wants to see, a second run in the order of paths finds the first ones and stops there.
 * @throws RipgrepMissing where the program cannot be started
 * @throws BuiltInFailure
 */
export async function grepWithRipgrep(
  program: string,
  search: GrepSearch,
  limits: SearchLimits,
): Promise<GrepFindings> {
  const isBelow = search.target !== '' && !search.targetIsFile;
  const parents = isBelow ? parentFilter(search.anchor, search.target) : undefined;
  const includes = includeFilter(search.include, search.target);
  const accepts: FileTest = (path) => includes(path) && (parents === undefined || parents.accepts(path));
  const acceptsAll = search.include === undefined && parents === undefined;
  const anchorRules = parents?.onlyAnchor ?? false;

  // A file that is named is no matter of a walk.
  if (search.targetIsFile && (await stat(join(search.anchor, search.target))).size > MAX_FILE_BYTES) {
    return { rows: [], skipped: { tooLarge: 1 }, warnings: largeFileWarnings([search.target], MAX_FILE_BYTES) };
  }

  let running: RipgrepProcess | undefined;
  let ended: BuiltInFailure | undefined;
  let limitsSize = false;
  const watch = watchLimits(limits, (failure) => {
    ended = failure;
    running?.stop();
  });
  const held = watchForLargeFile(program, listArguments(search, anchorRules), search.anchor, accepts, () => {
    limitsSize = true;
    running?.stop();
  });
  const attempt = async (sorted: boolean): Promise<GrepFindings | undefined> => {
    const run = { sorted, anchorRules, limitsSize };
    running = await startRipgrep(program, ripgrepArguments(search, run), search.anchor);
    if (ended !== undefined) running.stop();
    const reading = { inOrder: sorted || search.targetIsFile, accepts, acceptsAll };
    const findings = await runOnce(running, search, reading).catch((error: unknown) => {
      if (limitsSize === run.limitsSize) throw error;
      return undefined;
    });
    if (ended !== undefined) throw ended;
    return limitsSize === run.limitsSize ? findings : attempt(sorted);
  };
  try {
    return (await attempt(false)) ?? (await attempt(true)) ?? { rows: [], skipped: {}, warnings: [] };
  } catch (error) {
    throw ended ?? error;
  } finally {
    held.release();
    watch.release();
    running?.stop();
  }
}
