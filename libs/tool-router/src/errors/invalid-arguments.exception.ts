import { ToolRouterException } from './tool-router.exception.js';

/** One argument that was refused. */
export interface ArgumentFault {
  /** Path from the root of the arguments, such as `lines[1].qty`; empty for the arguments as a whole. */
  readonly path: string;
  /** What the value must be; never the refused value itself. */
  readonly message: string;
}

/** The arguments are no JSON object, or the tool refuses them. Nothing was run. */
export class InvalidArgumentsException extends ToolRouterException {
  readonly code = 'invalid_arguments';

  constructor(
    readonly faults: readonly ArgumentFault[],
    cause?: unknown,
  ) {
    super({
      modelMessage: `Invalid arguments, nothing was run: ${faults.map(describe).join('; ')}. Correct them and call the tool again.`,
      ...(cause === undefined ? {} : { cause }),
    });
  }
}

function describe(fault: ArgumentFault): string {
  return fault.path === '' ? fault.message : `${fault.path}: ${fault.message}`;
}
