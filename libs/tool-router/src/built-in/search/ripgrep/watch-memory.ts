import { readFile } from 'node:fs/promises';

const INTERVAL_MS = 50;
const PAGE_BYTES = 4_096;

/**
 * Watches the memory of a process and calls `onTooMuch` once it holds more than `maxBytes`.
 * ripgrep keeps all matches of a line, so that one file with a single huge line can take many gigabytes.
 * Works where `/proc` exists; elsewhere the time limit is the only bound.
 * @returns ends the watch
 */
export function watchMemory(pid: number | undefined, maxBytes: number, onTooMuch: () => void): () => void {
  if (pid === undefined || process.platform !== 'linux') return () => {};
  let watching = true;
  const look = async (): Promise<void> => {
    try {
      const [, residentPages] = (await readFile(`/proc/${pid}/statm`, 'utf8')).split(' ');
      if (watching && Number(residentPages) * PAGE_BYTES > maxBytes) onTooMuch();
    } catch {
      // It has ended.
    }
  };
  const timer = setInterval(() => void look(), INTERVAL_MS);
  timer.unref();
  return () => {
    watching = false;
    clearInterval(timer);
  };
}
