import { ToolRouterException, type ToolRouterExceptionOptions } from './tool-router.exception.js';

/** The call was sent and the connection broke: it may or may not have run. */
export class OutcomeUnknownException extends ToolRouterException {
  readonly code = 'outcome_unknown';

  constructor(options: ToolRouterExceptionOptions) {
    super(options);
  }
}
