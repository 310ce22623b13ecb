import { AsyncLocalStorage } from 'node:async_hooks';
import type { ToolContext } from '../tool/tool-context.js';

/** Takes what a running tool records about itself. */
export interface TraceSink {
  record(value: unknown): void;
}

/** What code deep inside a tool may know about the call it runs in. */
export interface CurrentCall {
  readonly context: ToolContext;
  /** Absent in `runWithContext`: there is a context, but no call. */
  readonly trace?: TraceSink;
  /** The key of the request's dependency injection sub-tree, where there is one. */
  readonly injectionScope?: object;
  /** How many calls are around the running code, each made by the tool of the one before. Absent: none. */
  readonly depth?: number;
}

const storage = new AsyncLocalStorage<CurrentCall>();

/** Runs `fn`, and everything that it starts, as part of a call. */
export function runInCall<T>(call: CurrentCall, fn: () => T): T {
  return storage.run(call, fn);
}

/** The call that the running code belongs to, or undefined outside of any. */
export function currentCall(): CurrentCall | undefined {
  return storage.getStore();
}

/** The context of the request that the running code belongs to, or undefined outside of any. */
export function currentToolContext(): ToolContext | undefined {
  return storage.getStore()?.context;
}
