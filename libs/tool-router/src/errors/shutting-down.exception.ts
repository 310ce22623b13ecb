import { ToolRouterException, type ToolRouterExceptionOptions } from './tool-router.exception.js';

/** The application is shutting down and takes no new calls. */
export class ShuttingDownException extends ToolRouterException {
  readonly code = 'shutting_down';

  constructor(options: ToolRouterExceptionOptions) {
    super(options);
  }
}
