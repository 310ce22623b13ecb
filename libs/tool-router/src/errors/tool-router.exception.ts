import type { ToolErrorCode } from '../tool/tool-call.js';

const BRAND = Symbol.for('nestjs-tool-router.exception');

/** What every exception of the family is made from. */
export interface ToolRouterExceptionOptions {
  /** The text for the model: names what went wrong and what to do; no path, no secret, no stack. */
  readonly modelMessage: string;
  /** The text for the developer; the model's text where it is missing. */
  readonly message?: string;
  /** Whether the same call may succeed later without a change. */
  readonly retryable?: boolean;
  readonly cause?: unknown;
}

/** The one family of failures of a call. `message` is for the developer, `modelMessage` for the model. */
export abstract class ToolRouterException extends Error {
  abstract readonly code: ToolErrorCode;
  readonly modelMessage: string;
  readonly retryable: boolean;
  readonly [BRAND] = true;

  protected constructor(options: ToolRouterExceptionOptions) {
    super(options.message ?? options.modelMessage, 'cause' in options ? { cause: options.cause } : undefined);
    this.name = new.target.name;
    this.modelMessage = options.modelMessage;
    this.retryable = options.retryable ?? false;
  }

  /** Whether `value` belongs to the family, also when it comes from another copy of this package. */
  static is(value: unknown): value is ToolRouterException {
    try {
      return value instanceof Error && (value as { [BRAND]?: unknown })[BRAND] === true;
    } catch {
      // A proxy may answer any question with an exception.
      return false;
    }
  }
}
