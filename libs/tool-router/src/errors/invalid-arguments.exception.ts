import { refusalText, type ArgumentFault } from './argument-refusal.js';
import { ToolRouterException } from './tool-router.exception.js';

/** The arguments are no JSON object, or the tool refuses them. Nothing was run. */
export class InvalidArgumentsException extends ToolRouterException {
  readonly code = 'invalid_arguments';

  constructor(
    readonly faults: readonly ArgumentFault[],
    cause?: unknown,
  ) {
    super({ modelMessage: refusalText(faults), ...(cause === undefined ? {} : { cause }) });
  }
}
