import { notAvailableMessage } from './not-available-message.js';
import { ToolRouterException } from './tool-router.exception.js';

/** No tool of this name exists for the request. */
export class UnknownToolException extends ToolRouterException {
  readonly code = 'unknown_tool';

  /** @param candidates the names, all in the request's own list, that a plain name of several servers could stand for */
  constructor(
    readonly toolName: string,
    readonly candidates: readonly string[] = [],
  ) {
    super({
      modelMessage:
        candidates.length === 0
          ? notAvailableMessage(toolName)
          : `${JSON.stringify(toolName)} is offered by several servers. Call one of these instead: ${candidates.join(', ')}.`,
      message: `No tool is named ${JSON.stringify(toolName)}${candidates.length === 0 ? '' : `; it could be ${candidates.join(', ')}`}.`,
    });
  }
}
