import type { RequestId } from '@modelcontextprotocol/sdk/types.js';
import type { WireFaultKind } from './wire-fault.js';

/** What the HTTP side needs from the transport that it feeds. */
export interface HttpWire {
  /** The session as the transport knows it. */
  readonly sessionId: string | undefined;
  /** @param carrier the request whose answer the value came in */
  receive(value: unknown, carrier?: RequestId): void;
  isPending(id: RequestId): boolean;
  fail(id: RequestId, kind: WireFaultKind, problem: string): void;
  onAbandon(id: RequestId, abandon: () => void): void;
}
