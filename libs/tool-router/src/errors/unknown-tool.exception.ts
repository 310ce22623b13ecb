import { notAvailableMessage } from './not-available-message.js';
import { ToolRouterException } from './tool-router.exception.js';

/** No tool of this name exists for the request. */
export class UnknownToolException extends ToolRouterException {
  readonly code = 'unknown_tool';

  constructor(
    readonly toolName: string,
    message?: string,
  ) {
    super({
      modelMessage: notAvailableMessage(toolName),
      message: message ?? `No tool is named ${JSON.stringify(toolName)}.`,
    });
  }
}
