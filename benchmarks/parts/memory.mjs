// The most memory that the process held, as the kernel counts it (Linux).
import { readFileSync, writeFileSync } from 'node:fs';

const MB = 1_024;

function kilobytes(field) {
  return Number(new RegExp(`^${field}:\\s+(\\d+)`, 'm').exec(readFileSync('/proc/self/status', 'utf8'))?.[1] ?? 0);
}

/** Runs some work; answers its milliseconds and by how many MB the resident memory rose at its highest point. */
export async function grown(work) {
  globalThis.gc?.();
  writeFileSync('/proc/self/clear_refs', '5'); // Sets the high-water mark back to what is held now.
  const before = kilobytes('VmRSS');
  const start = performance.now();
  await work();
  return { ms: performance.now() - start, mb: (kilobytes('VmHWM') - before) / MB };
}
