import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { BuiltInFailure } from '../../built-in-failure.js';
import type { GrepFindings, GrepSearch } from '../grep-search.js';
import { watchLimits, type SearchLimits } from '../search-limits.js';
import type { GlobFindings, GlobSearch } from './glob-job.js';
import type { SearchAnswer, SearchJob } from './search-job.js';

const MAX_WORKERS = 4;
const MAX_WAITING = 100;
const IDLE_MS = 30_000;
const MAX_HEAP_MB = 512;

const compiled = join(__dirname, 'search-worker.js');
/** The compiled file; from the TypeScript sources, as in this package's own tests, a loader stands in. */
const entry = existsSync(compiled) ? compiled : join(__dirname, 'fixtures', 'from-source.cjs');

interface Idle {
  readonly worker: Worker;
  readonly timer: NodeJS.Timeout;
}

const idle: Idle[] = [];
const waiting: (() => void)[] = [];
let busy = 0;

/** By name: the thread has listeners of its own on other events, and is deaf without them. */
function forgetListeners(worker: Worker): void {
  for (const event of ['message', 'error', 'exit']) worker.removeAllListeners(event);
}

function takeWorker(): Worker {
  const free = idle.pop();
  if (free === undefined) {
    // Nothing of the host's environment and flags is of use to a search.
    return new Worker(entry, { env: {}, execArgv: [], resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB } });
  }
  clearTimeout(free.timer);
  forgetListeners(free.worker);
  free.worker.ref();
  return free.worker;
}

/** Keeps a worker for the next search: starting one costs more than a small search. It never keeps the process alive. */
function keepWorker(worker: Worker): void {
  forgetListeners(worker);
  worker.unref();
  const forget = (): void => {
    const at = idle.findIndex((free) => free.worker === worker);
    if (at >= 0) idle.splice(at, 1);
  };
  const timer = setTimeout(() => {
    forget();
    void worker.terminate();
  }, IDLE_MS);
  timer.unref();
  worker.on('error', forget);
  worker.on('exit', forget);
  idle.push({ worker, timer });
}

function runJob(job: SearchJob, settle: (answer: SearchAnswer) => void): { readonly stop: () => void } {
  const worker = takeWorker();
  busy++;
  let open = true;
  const end = (answer: SearchAnswer | undefined, reusable: boolean): void => {
    if (!open) return;
    open = false;
    busy--;
    if (reusable) keepWorker(worker);
    else {
      forgetListeners(worker);
      worker.on('error', () => {});
      void worker.terminate();
    }
    if (answer !== undefined) settle(answer);
    waiting.shift()?.();
  };
  worker.on('message', (answer: SearchAnswer) => end(answer, true));
  worker.on('error', (error: NodeJS.ErrnoException) => {
    const full = error.code === 'ERR_WORKER_OUT_OF_MEMORY';
    const message = full ? 'The search needs more memory than it may use.' : 'The search failed.';
    end({ ok: false, kind: full ? 'limit' : 'internal', message }, false);
  });
  worker.on('exit', () => end({ ok: false, kind: 'internal', message: 'The search failed.' }, false));
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
  worker.postMessage(job);
  return { stop: () => end(undefined, false) };
}

function run(job: SearchJob, limits: SearchLimits): Promise<SearchAnswer> {
  if (busy >= MAX_WORKERS && waiting.length >= MAX_WAITING) {
    throw new BuiltInFailure('limit', 'Too many searches run at the same time. Try again later.');
  }
  return new Promise<SearchAnswer>((resolve, reject) => {
    let running: { readonly stop: () => void } | undefined;
    const start = (): void => {
      running = runJob(job, (answer) => {
        watch.release();
        resolve(answer);
      });
    };
    const watch = watchLimits(limits, (failure) => {
      watch.release();
      const place = waiting.indexOf(start);
      if (place >= 0) waiting.splice(place, 1);
      running?.stop();
      reject(failure);
    });
    if (busy < MAX_WORKERS) start();
    else waiting.push(start);
  });
}

async function findings(job: SearchJob, limits: SearchLimits): Promise<GlobFindings | GrepFindings> {
  const answer = await run(job, limits);
  if (answer.ok) return answer.findings;
  throw new BuiltInFailure(answer.kind, answer.message);
}

/**
 * Searches for files, or a share of them, in a worker thread, so that the event loop stays free and a search can be ended at any point.
 * @throws BuiltInFailure
 */
export async function globInWorker(search: GlobSearch, limits: SearchLimits): Promise<GlobFindings> {
  return (await findings({ kind: 'glob', search }, limits)) as GlobFindings;
}

/**
 * Searches for lines in a worker thread.
 * @throws BuiltInFailure
 */
export async function grepInWorker(search: GrepSearch, limits: SearchLimits): Promise<GrepFindings> {
  return (await findings({ kind: 'grep', search }, limits)) as GrepFindings;
}
