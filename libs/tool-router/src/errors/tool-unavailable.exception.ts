import { ToolRouterException, type ToolRouterExceptionOptions } from './tool-router.exception.js';

/** The server behind the tool cannot be reached now, or the tool vanished from it. */
export class ToolUnavailableException extends ToolRouterException {
  readonly code = 'unavailable';

  constructor(options: ToolRouterExceptionOptions) {
    super({ retryable: true, ...options });
  }
}
