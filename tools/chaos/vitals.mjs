import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc');

/** Bytes of the heap that are in use after a full collection. */
export async function heapInUse() {
  // Finalizers, and what they release, take a turn of the loop each.
  for (let round = 0; round < 3; round++) {
    collect();
    await delay(20);
  }
  return process.memoryUsage().heapUsed;
}

/** What keeps the process running, by kind. */
export function handles() {
  const counts = {};
  for (const kind of process.getActiveResourcesInfo()) counts[kind] = (counts[kind] ?? 0) + 1;
  return counts;
}

/** Processes that this one started, or that these started; only where there is a `/proc`. */
export function descendants() {
  const parents = new Map();
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
      const [state, parent] = stat.slice(stat.lastIndexOf(') ') + 2).split(' ');
      if (state !== 'Z') parents.set(Number(pid), Number(parent));
    } catch {
      // It has just ended.
    }
  }
  const found = new Set([process.pid]);
  for (let size = 0; size !== found.size;) {
    size = found.size;
    for (const [pid, parent] of parents) if (found.has(parent)) found.add(pid);
  }
  found.delete(process.pid);
  return [...found];
}

/** Asks until the answer satisfies, for a time; returns the last answer. */
export async function settled(ask, satisfies, ms) {
  const until = Date.now() + ms;
  for (;;) {
    const answer = await ask();
    if (satisfies(answer) || Date.now() > until) return answer;
    await delay(50);
  }
}
