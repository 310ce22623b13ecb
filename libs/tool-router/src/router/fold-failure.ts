import { ToolExecutionException } from '../errors/tool-execution.exception.js';
import { ToolRouterException } from '../errors/tool-router.exception.js';

/** The one place where everything that a call can throw becomes an exception of the family. */
export function foldFailure(thrown: unknown, toolName: string): ToolRouterException {
  if (ToolRouterException.is(thrown)) return thrown;
  const shown = messageOfHttpException(thrown);
  if (shown !== undefined) return new ToolExecutionException(shown, { cause: thrown });
  return new ToolExecutionException(
    `The tool ${toolName} failed with an internal error (tool_error). The arguments were accepted; repeating the same call will likely fail again.`,
    { cause: thrown, developerMessage: `The tool ${toolName} threw ${describe(thrown)}` },
  );
}

/** What a tool throws on purpose: Nest's own exceptions below 500, told by their shape because copies of Nest differ. */
function messageOfHttpException(thrown: unknown): string | undefined {
  if (!(thrown instanceof Error)) return undefined;
  try {
    const { getStatus, getResponse } = thrown as { getStatus?: unknown; getResponse?: unknown };
    if (typeof getStatus !== 'function' || typeof getResponse !== 'function') return undefined;
    const status: unknown = getStatus.call(thrown);
    if (typeof status !== 'number' || status >= 500) return undefined;
    const response: unknown = getResponse.call(thrown);
    const message = (response as { message?: unknown } | null)?.message ?? response;
    if (Array.isArray(message)) return message.filter((each) => typeof each === 'string').join('; ');
    return typeof message === 'string' && message !== '' ? message : thrown.message;
  } catch {
    return undefined;
  }
}

/** Says what was thrown, whatever it is: the message of an error may itself throw. */
function describe(thrown: unknown): string {
  try {
    if (thrown instanceof Error) return `${thrown.name}: ${thrown.message}`;
    return typeof thrown === 'string' ? JSON.stringify(thrown) : `a value of type ${typeof thrown}`;
  } catch {
    return 'an error that cannot be read';
  }
}

/** The kind of what was thrown, free of its message. */
export function kindOfThrown(thrown: unknown): string {
  try {
    return thrown instanceof Error ? thrown.constructor.name : `a thrown ${typeof thrown}`;
  } catch {
    return 'an error that cannot be read';
  }
}
