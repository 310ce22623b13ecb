import type { Transport, TransportSendOptions } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { JSONRPCMessage, RequestId } from '@modelcontextprotocol/sdk/types.js';
import { readJsonRpc } from './json-rpc.js';
import { WireFault, type WireFaultKind } from './wire-fault.js';

/** The error code of replies that the gateway makes itself; their `data` is a `WireFault`. */
const WIRE_FAULT_CODE = -32_000;

/** Milliseconds that a server may take to accept the notice of a cancelled request. */
const CANCEL_NOTICE_MS = 1_000;

interface Pending {
  /** Ends the exchange that carries the answer, where there is one per request. */
  abandon?: () => void;
}

/** Open questions of one server whose origin is remembered. */
const MAX_QUESTIONS = 100;

/** What a transport of ours tells beside messages. */
export interface WireListener {
  /** Something came that is no message of the protocol. */
  onNoise?(what: string): void;
}

/**
 * Stands between the SDK's client and a transport: knows which requests are open, so that a broken reply or a lost
 * stream fails its request at once instead of leaving it to its timeout.
 */
export class WatchedTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: Transport['onmessage'];
  /** The `protocolVersion` that the server answered, whatever it is. */
  answeredVersion?: unknown;
  /** The id of the request that was sent last. */
  lastRequestId: RequestId | undefined;
  /** Whether the server has answered `initialize` with a result. */
  initialized = false;

  private readonly pending = new Map<RequestId, Pending>();
  /** Questions of the server that are not answered yet, by the requests whose answers carried them. */
  private readonly questions = new Map<RequestId, RequestId>();
  private initializeId?: RequestId;
  private progressUnderWay = false;

  /**
   * @param offeredVersion replaces the protocol version that the SDK would offer
   * @param onClosing ends what was started beside the inner transport
   */
  constructor(
    private readonly inner: Transport,
    private readonly listener: WireListener,
    private readonly offeredVersion?: string,
    private readonly onClosing?: () => void,
  ) {}

  get sessionId(): string | undefined {
    return this.inner.sessionId;
  }

  setProtocolVersion(version: string): void {
    this.inner.setProtocolVersion?.(version);
  }

  start(): Promise<void> {
    const events: Pick<Transport, 'onclose' | 'onerror' | 'onmessage'> = {
      onclose: () => this.onclose?.(),
      onerror: (error) => this.onerror?.(error),
      onmessage: (message) => this.deliver(message),
    };
    Object.assign(this.inner, events);
    return this.inner.start();
  }

  close(): Promise<void> {
    this.onClosing?.();
    return this.inner.close();
  }

  async send(message: JSONRPCMessage, options?: TransportSendOptions): Promise<void> {
    if (!('method' in message)) {
      if (message.id !== undefined) this.questions.delete(message.id);
      return this.inner.send(message, options);
    }
    if (message.method === 'notifications/cancelled') return this.cancel(message, options);
    if (!('id' in message)) return this.inner.send(message, options);
    this.pending.set(message.id, {});
    this.lastRequestId = message.id;
    try {
      await this.inner.send(this.prepare(message, message.id), options);
    } catch (error) {
      this.pending.delete(message.id);
      throw error;
    }
  }

  /**
   * Takes a JSON value of the wire: a message, a batch, or something broken.
   * @param carrier the request whose answer it came in
   */
  receive(value: unknown, carrier?: RequestId): void {
    if (Array.isArray(value)) {
      for (const one of value) this.receive(one, carrier);
      return;
    }
    const reading = readJsonRpc(value);
    if (reading.kind === 'message') {
      this.noteQuestion(reading.message, carrier);
      return this.deliver(reading.message);
    }
    const id = reading.id ?? this.onlyPending();
    if (id !== undefined && this.pending.has(id)) this.fail(id, 'malformed', reading.problem);
    else this.listener.onNoise?.(reading.problem);
  }

  /** The request whose answer carried a question of the server, as long as that is not answered. */
  carrierOf(questionId: RequestId): RequestId | undefined {
    return this.questions.get(questionId);
  }

  isPending(id: RequestId): boolean {
    return this.pending.has(id);
  }

  /** Registers how to end the exchange of an open request early. */
  onAbandon(id: RequestId, abandon: () => void): void {
    const entry = this.pending.get(id);
    if (entry) entry.abandon = abandon;
  }

  /** Answers an open request with an error of our own. */
  fail(id: RequestId, kind: WireFaultKind, problem: string): void {
    if (this.pending.has(id)) this.deliver(faultReply(id, kind, problem));
  }

  /**
   * Ends an open request from this side and tells the server so. The SDK's own way needs a signal per request, which
   * costs more than the rest of the request.
   */
  withdraw(id: RequestId, reason: string): void {
    if (!this.pending.has(id)) return;
    const notice: JSONRPCMessage = {
      jsonrpc: '2.0',
      method: 'notifications/cancelled',
      params: { requestId: id, reason },
    };
    this.cancel(notice).catch((error: unknown) => this.onerror?.(error as Error));
    this.deliver(faultReply(id, 'withdrawn', reason));
  }

  private noteQuestion(message: JSONRPCMessage, carrier: RequestId | undefined): void {
    if (carrier === undefined || !('method' in message) || !('id' in message)) return;
    // Questions that were taken back are never answered.
    const [oldest] = this.questions.keys();
    if (oldest !== undefined && this.questions.size >= MAX_QUESTIONS) this.questions.delete(oldest);
    this.questions.set(message.id, carrier);
  }

  private deliver(message: JSONRPCMessage): void {
    if ('method' in message) {
      if (message.method === 'notifications/progress') this.markProgress();
      this.onmessage?.(message);
      return;
    }
    if (message.id !== undefined) this.settle(message.id, message);
    // The SDK takes notifications a step later than replies: a reply must not overtake the progress before it.
    if (this.progressUnderWay) queueMicrotask(() => this.onmessage?.(message));
    else this.onmessage?.(message);
  }

  private settle(id: RequestId, message: JSONRPCMessage): void {
    this.pending.delete(id);
    if (id !== this.initializeId || !('result' in message)) return;
    this.initialized = true;
    this.answeredVersion = message.result['protocolVersion'];
  }

  private markProgress(): void {
    this.progressUnderWay = true;
    setImmediate(() => {
      this.progressUnderWay = false;
    });
  }

  private prepare(message: JSONRPCMessage, id: RequestId): JSONRPCMessage {
    if (!('method' in message) || message.method !== 'initialize') return message;
    this.initializeId = id;
    if (this.offeredVersion === undefined) return message;
    return { ...message, params: { ...message.params, protocolVersion: this.offeredVersion } };
  }

  private async cancel(message: JSONRPCMessage, options?: TransportSendOptions): Promise<void> {
    const id = ('params' in message ? message.params?.['requestId'] : undefined) as RequestId | undefined;
    const entry = id === undefined ? undefined : this.pending.get(id);
    if (id !== undefined) this.pending.delete(id);
    // The protocol forbids to cancel `initialize`.
    if (id !== undefined && id === this.initializeId) return;
    // The notice goes first, but a server that hangs must not keep the exchange open.
    const timer = setTimeout(() => entry?.abandon?.(), CANCEL_NOTICE_MS);
    timer.unref();
    try {
      await this.inner.send(message, options);
    } finally {
      clearTimeout(timer);
      entry?.abandon?.();
    }
  }

  /** A server that could not read a request answers without id: with one open request it is clear which one. */
  private onlyPending(): RequestId | undefined {
    if (this.pending.size !== 1) return undefined;
    return this.pending.keys().next().value;
  }
}

function faultReply(id: RequestId, kind: WireFaultKind, problem: string): JSONRPCMessage {
  return { jsonrpc: '2.0', id, error: { code: WIRE_FAULT_CODE, message: problem, data: new WireFault(kind, problem) } };
}
