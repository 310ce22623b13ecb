import { ToolRouterException } from './tool-router.exception.js';

/**
 * A tool failed. Thrown on purpose by a tool, its message is shown to the model;
 * for anything else that a tool throws, the router makes one with a neutral text and the thrown value as `cause`.
 */
export class ToolExecutionException extends ToolRouterException {
  readonly code = 'tool_error';
  /** The tool's own finer reason, such as `not_found`. */
  readonly kind?: string;

  /** @param message shown to the model, so free of secrets and host paths */
  constructor(
    message: string,
    options: { readonly kind?: string; readonly cause?: unknown; readonly developerMessage?: string } = {},
  ) {
    super({
      modelMessage: message,
      ...(options.developerMessage === undefined ? {} : { message: options.developerMessage }),
      ...('cause' in options ? { cause: options.cause } : {}),
    });
    this.kind = options.kind;
  }
}
