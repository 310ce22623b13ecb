/**
 * A copy of what a call recorded about itself, so that an observer cannot change the result's own. Records that cannot
 * be copied, such as those with functions in them, are given as they are.
 */
export function copyTrace(trace: unknown): unknown {
  if (typeof trace !== 'object' || trace === null) return trace;
  try {
    return structuredClone(trace);
  } catch {
    return trace;
  }
}
