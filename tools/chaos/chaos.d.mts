import type * as library from 'nestjs-tool-router';

/** How large a chaos run is. */
export interface ChaosOptions {
  /** The package, from wherever it is to be taken. */
  readonly library: Pick<typeof library, 'McpGateway' | 'ToolRouter' | 'ToolRouterModule'>;
  readonly servers: number;
  readonly users: number;
  readonly seconds: number;
  /** Calls at the same time. */
  readonly concurrency: number;
  /** Milliseconds that a call may take. */
  readonly deadlineMs: number;
  /** Repeats the order of calls and troubles, as far as time allows. */
  readonly seed: number;
}

/** What happened, and what went wrong: a list per kind of violation. */
export interface ChaosReport {
  readonly servers: number;
  readonly users: number;
  readonly calls: number;
  readonly callsPerSecond: number;
  readonly outcomes: Readonly<Record<string, number>>;
  readonly slowestMs: number;
  readonly longestOverDeadlineMs: number;
  /** What the event loop was blocked for at most; beyond it nobody can be in time. */
  readonly longestTurnMs: number;
  readonly connections: number;
  readonly heapBeforeMb: number;
  readonly heapDuringMb: number;
  readonly heapAfterMb: number;
  readonly problems: Readonly<Record<string, readonly string[]>>;
}

export function runChaos(options: ChaosOptions): Promise<ChaosReport>;
