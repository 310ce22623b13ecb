const tails = new Map<string, Promise<void>>();

async function acquire(path: string): Promise<() => void> {
  const before = tails.get(path);
  let release!: () => void;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  tails.set(path, held);
  await before;
  return () => {
    if (tails.get(path) === held) tails.delete(path);
    release();
  };
}

/**
 * Runs `run` while no other writer works on any of the paths; first come, first served.
 * Several paths are taken in sorted order, so that two callers cannot wait for each other. Not re-entrant.
 * @param realPaths real paths from the guard; one file has one spelling there
 */
export async function withPathLocks<T>(realPaths: readonly string[], run: () => Promise<T>): Promise<T> {
  const releases: (() => void)[] = [];
  try {
    for (const path of [...new Set(realPaths)].toSorted()) releases.push(await acquire(path));
    return await run();
  } finally {
    for (const release of releases) release();
  }
}

/** How many paths are locked or waited for now. */
export function lockedPaths(): number {
  return tails.size;
}
