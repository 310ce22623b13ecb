import { optionalInteger } from '../../tool-arguments.js';
import type { BashAction } from './bash-action.js';
import { findProcess } from './find-process.js';

/** Answers a piece of a background process's output, and where the next piece starts. */
export const logs: BashAction = async (args, call, registry) => {
  const { defaultBashLogChars, maxProcessOutputChars } = call.context;
  const offset = optionalInteger(args, 'offset', { min: 0 }) ?? 0;
  const limit = optionalInteger(args, 'limit', { min: 1 }) ?? defaultBashLogChars;
  const found = findProcess(args, call, registry);
  const { processId, status, exitCode } = found.snapshot();
  const page = found.log.read(offset, Math.min(limit, maxProcessOutputChars));
  return { processId, ...page, status, exitCode };
};
