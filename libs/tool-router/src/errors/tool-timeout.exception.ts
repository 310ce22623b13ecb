import { ToolRouterException, type ToolRouterExceptionOptions } from './tool-router.exception.js';

/** The call did not end within its time; the text says whether it had been dispatched. */
export class ToolTimeoutException extends ToolRouterException {
  readonly code = 'timeout';

  constructor(options: ToolRouterExceptionOptions) {
    super({ retryable: true, ...options });
  }
}
