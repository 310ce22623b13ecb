/** When to try again after failures. */
export interface BackoffPolicy {
  /** Milliseconds before the first new attempt. */
  readonly startMs: number;
  /** Milliseconds where doubling ends. */
  readonly maxMs: number;
  /** A number from 0 up to 1; `Math.random` unless a test needs other numbers. */
  readonly random?: () => number;
}

const STEPS_AT_MAX = 3;
const SLOWEST_PROBE_FACTOR = 5;

/**
 * Milliseconds to wait after so many failures in a row: doubling with 25 % jitter up to the maximum,
 * then a slow probe between the maximum and five times the maximum, for ever.
 */
export function backoffDelay(failures: number, policy: BackoffPolicy): number {
  const random = (policy.random ?? Math.random)();
  const doubled = policy.startMs * 2 ** Math.min(Math.max(failures - 1, 0), 40);
  const stepsToMax = Math.ceil(Math.log2(Math.max(policy.maxMs / policy.startMs, 1)));
  if (failures > stepsToMax + 1 + STEPS_AT_MAX) return slowProbeDelay(policy);
  return Math.round(Math.min(doubled, policy.maxMs) * (0.75 + random * 0.5));
}

/** Milliseconds until the next look at a server where a quick retry is pointless. */
export function slowProbeDelay(policy: BackoffPolicy): number {
  const random = (policy.random ?? Math.random)();
  return Math.round(policy.maxMs * (1 + random * (SLOWEST_PROBE_FACTOR - 1)));
}
