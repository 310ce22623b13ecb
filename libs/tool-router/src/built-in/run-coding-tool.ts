import { ToolExecutionException } from '../errors/tool-execution.exception.js';
import type { BuiltInToolContext } from '../tool/built-in-tool-context.js';
import type { ToolInvocation, ToolOutcome } from '../tool/executable-tool.js';
import type { JsonObject } from '../tool/json.js';
import { BuiltInFailure, type BuiltInFailureKind } from './built-in-failure.js';
import type { BuiltInTool } from './built-in-tool.js';
import { completeContext } from './default-context.js';
import type { SessionsSeen } from './workspace/seen-files.js';

function failureText(kind: BuiltInFailureKind, message: string, hint?: string): string {
  return JSON.stringify({ ok: false, error: { kind, message, ...(hint === undefined ? {} : { hint }) } });
}

/** Whether the tool cut something, as a flag or as one flag per stream. */
function isTruncated(result: object): boolean {
  const flag = (result as { readonly truncated?: unknown }).truncated;
  return flag === true || (typeof flag === 'object' && flag !== null && Object.values(flag).includes(true));
}

/** The kind of a failure that a tool returned with what it has to show, or undefined for a success. */
function returnedFailure(result: object): string | undefined {
  const { ok, error } = result as { readonly ok?: unknown; readonly error?: { readonly kind?: unknown } };
  if (ok !== false) return undefined;
  return typeof error?.kind === 'string' ? error.kind : 'internal';
}

/** Words a failure for the model. What the tool did not foresee stays with the developer: it may name host paths. */
function failedOutcome(name: string, error: unknown, invocation: ToolInvocation): ToolOutcome {
  if (error instanceof BuiltInFailure) {
    return { text: failureText(error.kind, error.message, error.hint), isError: true, errorKind: error.kind };
  }
  if (invocation.signal.aborted) throw error;
  const text = failureText('internal', `${name} failed for a reason inside the host; the arguments are not to blame.`);
  const developerMessage = `${name} threw ${error instanceof Error ? error.message : String(error)}`;
  throw new ToolExecutionException(text, { kind: 'internal', cause: error, developerMessage });
}

/** What a host gives to every call of its coding tools. */
export interface CodingHost {
  /** The host's part of the context; the request's values override it. */
  readonly context?: Partial<BuiltInToolContext>;
  readonly sessions: SessionsSeen;
}

/**
 * Runs a coding tool for a call and turns its result into JSON text.
 * @throws ToolExecutionException of kind `internal` for what the tool did not foresee; the signal's reason after an abort
 */
export async function runCodingTool(
  tool: BuiltInTool,
  args: JsonObject,
  invocation: ToolInvocation,
  host: CodingHost,
): Promise<ToolOutcome> {
  try {
    const { userId, sessionId, builtIn } = invocation.context;
    const context = completeContext(host.context, builtIn);
    const result = await tool.run(args, { context, invocation, seen: host.sessions.of(userId, sessionId) });
    const errorKind = returnedFailure(result);
    return {
      text: JSON.stringify(result),
      ...(errorKind === undefined ? {} : { isError: true, errorKind }),
      ...(isTruncated(result) ? { truncated: true } : {}),
    };
  } catch (error) {
    return failedOutcome(tool.definition.name, error, invocation);
  }
}
