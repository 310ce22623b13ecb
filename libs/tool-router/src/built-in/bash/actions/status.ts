import type { BashAction } from './bash-action.js';
import { findProcess } from './find-process.js';

/** Answers how a background process is doing. */
export const status: BashAction = async (args, call, registry) => findProcess(args, call, registry).snapshot();
