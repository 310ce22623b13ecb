import { ToolRouterException, type ToolRouterExceptionOptions } from './tool-router.exception.js';

/** A limit on concurrent or total use was reached; nothing was run. */
export class CapacityException extends ToolRouterException {
  readonly code = 'capacity';

  constructor(options: ToolRouterExceptionOptions) {
    super({ retryable: true, ...options });
  }
}
