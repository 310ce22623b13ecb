import { ToolRouterException, type ToolRouterExceptionOptions } from './tool-router.exception.js';

/** The request's signal cancelled the call. */
export class ToolCancelledException extends ToolRouterException {
  readonly code = 'cancelled';

  constructor(options: ToolRouterExceptionOptions) {
    super(options);
  }
}
