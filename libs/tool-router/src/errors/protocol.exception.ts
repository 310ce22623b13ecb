import { ToolRouterException, type ToolRouterExceptionOptions } from './tool-router.exception.js';

/** The server behind the tool answered something that the protocol does not allow. */
export class ProtocolException extends ToolRouterException {
  readonly code = 'protocol';

  constructor(options: ToolRouterExceptionOptions) {
    super(options);
  }
}
