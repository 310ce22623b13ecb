import type { FileTest } from '../include-filter.js';
import { startRipgrep, type RipgrepProcess } from './ripgrep-process.js';

/** Far longer than most searches take: they are not to pay for a look at the size of every file. */
const SLOW_MS = 1_000;

/**
 * Looks, once a search takes long, whether there is a file that is too large to be searched.
 * @param listing the command line that lists the files of the search
 * @param onFound called where there is one
 * @returns ends the watch
 */
export function watchForLargeFile(
  program: string,
  listing: readonly string[],
  cwd: string,
  accepts: FileTest,
  onFound: () => void,
): { readonly release: () => void } {
  let watching = true;
  let running: RipgrepProcess | undefined;
  const look = async (): Promise<void> => {
    running = await startRipgrep(program, listing, cwd);
    if (!watching) running.stop();
    for await (const _ of running.output); // Nobody wants the names; a full pipe would stop it.
    const { tooLarge } = await running.exit;
    if (watching && tooLarge.some(accepts)) onFound();
  };
  const timer = setTimeout(() => void look().catch(() => undefined), SLOW_MS);
  timer.unref();
  return {
    release: () => {
      watching = false;
      clearTimeout(timer);
      running?.stop();
    },
  };
}
