import { notAvailableMessage } from './not-available-message.js';
import { ToolRouterException } from './tool-router.exception.js';

/** The tool exists, and the request's allowlist does not name it. The model reads the same text as for an unknown tool. */
export class ToolNotAllowedException extends ToolRouterException {
  readonly code = 'not_allowed';

  constructor(
    readonly toolName: string,
    message?: string,
  ) {
    super({
      modelMessage: notAvailableMessage(toolName),
      message: message ?? `The allowlist of this request does not name the tool ${JSON.stringify(toolName)}.`,
    });
  }
}
