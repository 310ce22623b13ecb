import type { ToolOutcome } from '../tool/executable-tool.js';

/** One argument that was refused. */
export interface ArgumentFault {
  /** Path from the root of the arguments, such as `lines[1].qty`; empty for the arguments as a whole. */
  readonly path: string;
  /** What the value must be; never the refused value itself. */
  readonly message: string;
}

/**
 * Refused arguments on their way to the model; nothing was run. A value, because models send wrong arguments all the
 * time, and an exception that is thrown through the layers costs ten times the parsing.
 */
export class ArgumentRefusal implements ToolOutcome {
  readonly isError = true;

  constructor(readonly faults: readonly ArgumentFault[]) {}

  /** What the model reads. */
  get text(): string {
    return refusalText(this.faults);
  }
}

/** The text for the model: every fault with its place. */
export function refusalText(faults: readonly ArgumentFault[]): string {
  let text = 'Invalid arguments, nothing was run: ';
  for (let index = 0; index < faults.length; index++) {
    const { path, message } = faults[index] as ArgumentFault;
    if (index > 0) text += '; ';
    text += path === '' ? message : `${path}: ${message}`;
  }
  return `${text}. Correct them and call the tool again.`;
}
