import type { ToolContext } from '../tool/tool-context.js';
import type { ToolSelection } from '../tool/tool-selection.js';

/** A frozen copy of an allowlist: what the host does to its own object later changes nothing. */
export function freezeSelection(selection: ToolSelection): ToolSelection {
  return Object.freeze({
    functions: freezeNames(selection.functions),
    mcpServers: freezeNames(selection.mcpServers),
  });
}

const NO_NAMES: readonly string[] = Object.freeze([]);

function freezeNames(names: readonly string[] | undefined | null): readonly string[] {
  if (names === undefined || names === null || names.length === 0) return NO_NAMES;
  return Object.freeze(names.filter((name) => typeof name === 'string'));
}

/** Blank user ids give no user scope: they are what a missing login looks like. */
export function normaliseUserId(userId: string | undefined): string | undefined {
  return typeof userId === 'string' && userId.trim() !== '' ? userId : undefined;
}

const snapshots = new WeakSet<ToolContext>();

/** A frozen copy of a request's context; a copy made here is returned as it is. */
export function snapshotContext(context: ToolContext): ToolContext {
  if (snapshots.has(context)) return context;
  const { builtIn } = context;
  const snapshot: ToolContext = Object.freeze({
    userId: normaliseUserId(context.userId),
    sessionId: context.sessionId,
    requestId: context.requestId,
    allow: context.allow === undefined || context.allow === null ? undefined : freezeSelection(context.allow),
    builtIn: builtIn === undefined || builtIn === null ? undefined : freezeBuiltIn(builtIn),
    signal: context.signal,
    deadlineMs: context.deadlineMs,
    onProgress: context.onProgress,
  });
  snapshots.add(snapshot);
  return snapshot;
}

function freezeBuiltIn(builtIn: NonNullable<ToolContext['builtIn']>): NonNullable<ToolContext['builtIn']> {
  const copy: Record<string, unknown> = { ...builtIn };
  for (const [key, value] of Object.entries(copy)) {
    if (Array.isArray(value)) copy[key] = Object.freeze([...(value as unknown[])]);
  }
  return Object.freeze(copy);
}

/** The same request with another allowlist. */
export function withAllow(context: ToolContext, allow: ToolSelection): ToolContext {
  return snapshotContext({ ...context, allow });
}
