import { ToolExecutionException } from '../errors/tool-execution.exception.js';
import { ToolRouterException } from '../errors/tool-router.exception.js';

/** The one place where everything that a call can throw becomes an exception of the family. */
export function foldFailure(thrown: unknown, toolName: string): ToolRouterException {
  const isOurs = ToolRouterException.is(thrown);
  if (isOurs && isTelling(thrown.modelMessage)) return thrown;
  const shown = isOurs ? undefined : messageOfHttpException(thrown);
  if (shown !== undefined) return new ToolExecutionException(shown, { cause: thrown });
  return new ToolExecutionException(
    `The tool ${toolName} failed with an internal error (tool_error). The arguments were accepted; repeating the same call will likely fail again.`,
    { cause: thrown, developerMessage: `The tool ${toolName} threw ${describe(thrown)}` },
  );
}

/** Whether a model learns anything from a message. */
function isTelling(message: unknown): message is string {
  return typeof message === 'string' && message.trim() !== '';
}

/** What a tool throws on purpose: Nest's own exceptions below 500, told by their shape because copies of Nest differ. */
function messageOfHttpException(thrown: unknown): string | undefined {
  try {
    if (!(thrown instanceof Error)) return undefined;
    const { getStatus, getResponse } = thrown as { getStatus?: unknown; getResponse?: unknown };
    if (typeof getStatus !== 'function' || typeof getResponse !== 'function') return undefined;
    const status: unknown = getStatus.call(thrown);
    if (typeof status !== 'number' || status >= 500) return undefined;
    const response: unknown = getResponse.call(thrown);
    const message = (response as { message?: unknown } | null)?.message ?? response;
    const text: unknown = Array.isArray(message) ? message.filter(isTelling).join('; ') : message;
    return [text, thrown.message].find(isTelling);
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
    const name: unknown = thrown instanceof Error ? thrown.constructor.name : undefined;
    return typeof name === 'string' ? name : `a thrown ${typeof thrown}`;
  } catch {
    return 'an error that cannot be read';
  }
}
