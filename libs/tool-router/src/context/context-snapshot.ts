import type { BuiltInToolContext } from '../tool/built-in-tool-context.js';
import type { ToolContext, ToolProgress } from '../tool/tool-context.js';
import type { ToolSelection } from '../tool/tool-selection.js';

const NO_NAMES: readonly string[] = Object.freeze([]);

/** A frozen copy of an allowlist: what the host does to its own object later changes nothing. */
export function freezeSelection(selection: ToolSelection): ToolSelection {
  return Object.freeze({
    functions: freezeNames(selection.functions),
    mcpServers: freezeNames(selection.mcpServers),
  });
}

/** Untyped hosts may pass anything: what is no list of names allows nothing. */
function freezeNames(names: readonly string[] | undefined): readonly string[] {
  if (!Array.isArray(names) || names.length === 0) return NO_NAMES;
  if (Object.isFrozen(names)) return names;
  return Object.freeze(names.every(isText) ? names.slice() : names.filter(isText));
}

function isText(name: unknown): name is string {
  return typeof name === 'string';
}

/** Blank user ids give no user scope: they are what a missing login looks like. */
export function normaliseUserId(userId: string | undefined): string | undefined {
  return typeof userId === 'string' && userId.trim() !== '' ? userId : undefined;
}

/** A request's context as the router works with it: a copy of the host's that code outside never gets to change. */
class ContextSnapshot implements ToolContext {
  readonly userId: string | undefined;
  readonly sessionId: string | undefined;
  readonly requestId: string | undefined;
  readonly allow: ToolSelection | undefined;
  readonly builtIn: Partial<BuiltInToolContext> | undefined;
  readonly signal: AbortSignal | undefined;
  readonly deadlineMs: number | undefined;
  readonly onProgress: ((progress: ToolProgress) => void) | undefined;
  /** Only objects made here have it, not what merely inherits from one. */
  // oxlint-disable-next-line no-unused-private-class-members -- asked for by `made`
  readonly #isSnapshot = true;

  static made(context: object): context is ContextSnapshot {
    return #isSnapshot in context;
  }

  constructor(context: ToolContext) {
    this.userId = normaliseUserId(context.userId);
    this.sessionId = context.sessionId;
    this.requestId = context.requestId;
    this.allow = context.allow === undefined || context.allow === null ? undefined : freezeSelection(context.allow);
    this.builtIn =
      context.builtIn === undefined || context.builtIn === null ? undefined : freezeBuiltIn(context.builtIn);
    this.signal = isSignal(context.signal) ? context.signal : undefined;
    this.deadlineMs = isDuration(context.deadlineMs) ? context.deadlineMs : undefined;
    this.onProgress = typeof context.onProgress === 'function' ? guarded(context.onProgress) : undefined;
  }
}

function isSignal(given: unknown): given is AbortSignal {
  return given instanceof AbortSignal;
}

/** Without a readable deadline, the one of the application holds: a wrong value must not make calls endless. */
function isDuration(given: unknown): given is number {
  return typeof given === 'number' && !Number.isNaN(given);
}

/** Progress is a courtesy to the host: its own fault must not fail the call. */
function guarded(onProgress: (progress: ToolProgress) => unknown): (progress: ToolProgress) => void {
  return (progress) => {
    try {
      const answer = onProgress(progress);
      if (answer instanceof Promise) answer.catch(() => undefined);
    } catch {
      // See above.
    }
  };
}

/**
 * A copy of a request's context, with frozen parts; a copy made here is returned as it is. No context allows nothing.
 * It is frozen itself where a tool or the host gets to see it: freezing is most of what a copy costs.
 */
export function snapshotContext(context: ToolContext | undefined | null): ToolContext {
  if (typeof context !== 'object' || context === null) return new ContextSnapshot({});
  return ContextSnapshot.made(context) ? context : new ContextSnapshot(context);
}

function freezeBuiltIn(builtIn: Partial<BuiltInToolContext>): Partial<BuiltInToolContext> {
  const copy: Record<string, unknown> = { ...builtIn };
  for (const [key, value] of Object.entries(copy)) {
    if (Array.isArray(value)) copy[key] = Object.freeze([...(value as unknown[])]);
  }
  return Object.freeze(copy);
}

/** The same request with another allowlist. */
export function withAllow(context: ToolContext, allow: ToolSelection): ToolContext {
  return new ContextSnapshot({ ...context, allow });
}
