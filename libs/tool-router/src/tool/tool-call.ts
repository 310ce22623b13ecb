import type { ToolSourceName } from './tool-definition.js';

/** A call as the model's answer carries it. */
export interface ToolCall {
  /** The provider's id of the call; the router makes one where it is missing. */
  readonly id?: string | undefined;
  readonly name: string;
  /**
   * JSON text (blank means `{}`) or an object, which is never changed: whatever the provider's SDK hands over. Anything
   * else is answered as invalid arguments.
   */
  readonly arguments?: unknown;
}

/** What came of a call: the same shape on success and on failure. */
export interface ToolResult {
  readonly callId: string;
  readonly name: string;
  /** The text for the model, never empty of meaning: on failure it says what to do. */
  readonly output: string;
  readonly isError: boolean;
  /** The stable code of the failure, see docs/errors.md. */
  readonly errorCode?: ToolErrorCode;
  /** The tool's own finer reason, with `errorCode: 'tool_error'`. */
  readonly errorKind?: string;
  readonly source?: ToolSourceName;
  /** What the tool recorded about itself; for traces and audits, never for the model. One record as it is, several as an array. */
  readonly trace?: unknown;
  /** The unflattened answer of a remote server, for the host. */
  readonly raw?: unknown;
  readonly durationMs: number;
  readonly truncated?: boolean;
}

/** The stable codes of everything that can go wrong with a call. */
export type ToolErrorCode =
  | 'unknown_tool'
  | 'not_allowed'
  | 'invalid_arguments'
  | 'tool_error'
  | 'timeout'
  | 'cancelled'
  | 'unavailable'
  | 'auth_required'
  | 'protocol'
  | 'capacity'
  | 'outcome_unknown'
  | 'shutting_down';
