import { setTimeout } from 'node:timers/promises';
import { processesWith } from './proc-table.js';

const POLL_MS = 20;

function signalAll(ids: readonly number[], name: NodeJS.Signals): void {
  for (const id of ids) {
    try {
      process.kill(id, name);
    } catch {
      // It has just ended.
    }
  }
}

/**
 * Ends all processes whose environment holds a text, whatever group they are in: politely, then by force.
 * @param graceMs waited at most after each of the two signals
 */
export async function endMarked(variable: string, graceMs: number): Promise<void> {
  for (const name of ['SIGTERM', 'SIGKILL'] as const) {
    const deadline = performance.now() + graceMs;
    let ids = await processesWith(variable, 0);
    signalAll(ids, name);
    while (ids.length > 0 && performance.now() < deadline) {
      await setTimeout(POLL_MS);
      ids = await processesWith(variable, 0);
    }
    if (ids.length === 0) return;
  }
}
