import { currentCall } from '../context/current-call.js';

/** The side channel for what a tool did inside: seen by the host and its observers, never by the model. */
export const ToolTrace = {
  /**
   * Records a value about the running call. Any value will do; it is kept by reference and never serialised here.
   * Outside of a call it does nothing.
   */
  record(value: unknown): void {
    currentCall()?.trace?.record(value);
  },
} as const;
