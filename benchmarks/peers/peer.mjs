// Loads what the benchmarks compare with, if it is installed.
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

const require = createRequire(import.meta.url);

/** Whether the peers are there; says how to get them where they are not. */
export function hasPeers() {
  try {
    for (const name of ['ai/package.json', 'fast-glob', '@langchain/core/tools']) require.resolve(name);
    return true;
  } catch {
    process.stdout.write('\nLeft out: the peers are not installed. Run npm install --prefix benchmarks/peers\n');
    return false;
  }
}

/** A package of the peers' folder. */
export async function peer(name) {
  return await import(pathToFileURL(require.resolve(name)).href);
}
