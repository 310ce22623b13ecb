import { parentPort } from 'node:worker_threads';
import { PatternProblem } from './compile-matcher.js';
import { runGlob } from './glob-job.js';
import { runGrep } from './grep-job.js';
import type { SearchAnswer, SearchJob } from './search-job.js';

function answer(job: SearchJob): SearchAnswer {
  try {
    return { ok: true, findings: job.kind === 'glob' ? runGlob(job.search) : runGrep(job.search) };
  } catch (error) {
    if (error instanceof PatternProblem) return { ok: false, kind: 'invalid_regex', message: error.message };
    return { ok: false, kind: 'internal', message: 'The search failed.' };
  }
}

parentPort?.on('message', (job: SearchJob) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
  parentPort?.postMessage(answer(job));
});
