import type { IncomingHttpHeaders } from 'node:http';
import type { Dispatcher } from 'undici';
import { bodyStream, type BodyStream } from './body-stream.js';
import { decodeBody, decodesAs } from './decode-body.js';
import { WholeResponse } from './whole-response.js';

/** Bodies up to this size arrive in one piece, which costs a fraction of a stream. */
const WHOLE_BYTES = 64 * 1024;
const WITHOUT_BODY: ReadonlySet<number> = new Set([204, 205, 304]);

type ResponseBody = ConstructorParameters<typeof Response>[0];

/** Builds a `Response` from what undici tells about an exchange. */
export class ResponseHandler implements Dispatcher.DispatchHandler {
  private exchange: Dispatcher.DispatchController | undefined;
  private aborted: Error | undefined;
  private status = 0;
  private headers = new Headers();
  private statusText = '';
  private whole: Uint8Array[] | undefined = [];
  private wholeBytes = 0;
  private body: BodyStream | undefined;

  /**
   * @param resolve gets the response as soon as its body is complete or turns out to be a stream
   * @param reject gets what broke the exchange before that
   * @param finished is called once when nothing more will come
   * @param wholeBody a successful answer in one piece is wanted as a `WholeResponse`
   */
  constructor(
    private readonly resolve: (response: Response) => void,
    private readonly reject: (error: unknown) => void,
    private readonly finished: () => void,
    private readonly wholeBody: boolean,
  ) {}

  /** Ends the exchange, whatever its state. */
  abort(reason: Error): void {
    this.aborted = reason;
    this.exchange?.abort(reason);
  }

  onRequestStart(exchange: Dispatcher.DispatchController): void {
    this.exchange = exchange;
    if (this.aborted) exchange.abort(this.aborted);
  }

  onResponseStart(
    exchange: Dispatcher.DispatchController,
    status: number,
    headers: IncomingHttpHeaders,
    statusText = '',
  ): void {
    if (status < 200) return;
    if (status > 599) return exchange.abort(new Error(`The server answered with the impossible status ${status}.`));
    this.status = status;
    this.statusText = statusText;
    for (const [name, value] of Object.entries(headers)) {
      for (const one of Array.isArray(value) ? value : [value ?? '']) this.headers.append(name, one);
    }
    if (isEventStream(this.headers)) this.startStream(exchange);
  }

  onResponseData(exchange: Dispatcher.DispatchController, chunk: Uint8Array): void {
    if (this.body) return this.body.write(chunk);
    this.whole?.push(chunk);
    this.wholeBytes += chunk.byteLength;
    if (this.wholeBytes > WHOLE_BYTES) this.startStream(exchange);
  }

  onResponseEnd(): void {
    this.finished();
    if (this.body) return this.body.end();
    const [first, ...more] = this.whole ?? [];
    this.answer(first === undefined ? null : more.length === 0 ? first : Buffer.concat([first, ...more]));
  }

  onResponseError(_exchange: Dispatcher.DispatchController, error: Error): void {
    this.finished();
    if (this.body) this.body.fail(error);
    else this.reject(error);
  }

  private startStream(exchange: Dispatcher.DispatchController): void {
    const body = bodyStream(exchange);
    this.body = body;
    for (const chunk of this.whole ?? []) body.write(chunk);
    this.whole = undefined;
    this.answer(body.stream);
  }

  private answer(body: ReadableStream<Uint8Array> | Uint8Array | null): void {
    const { status, statusText, headers } = this;
    const encoding = decodesAs(headers.get('content-encoding'));
    let content: ReadableStream<Uint8Array> | Uint8Array | null = WITHOUT_BODY.has(status) ? null : body;
    if (encoding !== undefined && content !== null) {
      content = decodeBody(content, encoding);
      headers.delete('content-encoding');
      headers.delete('content-length');
    }
    const init = { status, statusText, headers };
    if (this.wholeBody && status < 300 && content instanceof Uint8Array) {
      return this.resolve(new WholeResponse(content, init));
    }
    this.resolve(new Response(content as ResponseBody, init));
  }
}

function isEventStream(headers: Headers): boolean {
  return (headers.get('content-type') ?? '').trimStart().toLowerCase().startsWith('text/event-stream');
}
