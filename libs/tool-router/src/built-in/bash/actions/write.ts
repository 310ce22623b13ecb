import { textArgument } from '../../tool-arguments.js';
import type { BashAction } from './bash-action.js';
import { findProcess } from './find-process.js';

/** Writes to the input of a background process, exactly what the call gives. */
export const write: BashAction = async (args, call, registry) => {
  const input = Buffer.from(textArgument(args, 'input'));
  const found = findProcess(args, call, registry);
  const isTaken = await found.write(input);
  return {
    process: found.snapshot(),
    bytesWritten: input.length,
    ...(isTaken ? {} : { note: 'The process has not read all of it yet; the rest waits for it.' }),
  };
};
