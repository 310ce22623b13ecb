import type { ToolErrorCode } from './tool-call.js';
import type { ToolSourceName } from './tool-definition.js';

/** A call begins: the tool was found and is allowed. Frozen. */
export interface ToolCallStart {
  readonly callId: string;
  readonly name: string;
  readonly source: ToolSourceName;
  readonly origin: string;
  readonly userId: string | undefined;
  readonly sessionId: string | undefined;
  readonly requestId: string | undefined;
  /** JSON text of the arguments: may hold personal data, so mask it before it is stored. */
  readonly argumentsText: string;
}

/** A call ended; every start has exactly one end. Frozen. */
export interface ToolCallEnd extends Omit<ToolCallStart, 'argumentsText'> {
  readonly output: string;
  readonly isError: boolean;
  readonly errorCode?: ToolErrorCode;
  readonly errorKind?: string;
  /** The failure as the developer sees it. */
  readonly error?: Error;
  readonly trace?: unknown;
  readonly durationMs: number;
  readonly truncated?: boolean;
}

/** Watches calls. Whatever an observer does, throws or never finishes, changes no result. */
export interface ToolCallObserver {
  onToolCallStart?(event: ToolCallStart): unknown;
  onToolCallEnd?(event: ToolCallEnd): unknown;
}
