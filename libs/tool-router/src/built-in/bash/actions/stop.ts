import type { BashAction } from './bash-action.js';
import { findProcess } from './find-process.js';

/** Ends a background process with everything in its group; one that has ended keeps its state. */
export const stop: BashAction = async (args, call, registry) => {
  const found = findProcess(args, call, registry);
  await found.stop();
  return found.snapshot();
};
