import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { answerTo, brokenAnswer } from './answers.mjs';

const HELD_MS = 150;

/**
 * A server behind a URL that can be killed, restarted, hung and made to forget its sessions.
 * `json` and `stream` speak Streamable HTTP, `sse` the older kind.
 */
export class ChaosHttpServer {
  port = 0;
  #kind;
  #name;
  #ran;
  #server;
  #mode = 'well';
  /** By session: what is held back, and the stream of the older kind. */
  #sessions = new Map();

  /** @param ran is told every run of `echo` */
  constructor(name, kind, ran) {
    this.#name = name;
    this.#kind = kind;
    this.#ran = ran;
  }

  get url() {
    return `http://127.0.0.1:${this.port}/${this.#kind === 'sse' ? 'sse' : 'mcp'}`;
  }

  get sockets() {
    return new Promise((resolve) => {
      if (this.#server) this.#server.getConnections((_error, count) => resolve(count ?? 0));
      else resolve(0);
    });
  }

  async start() {
    if (this.#server) return;
    const server = createServer((request, response) => {
      this.#take(request, response).catch(() => response.destroy());
    });
    this.#server = server;
    await new Promise((resolve, reject) => {
      server.once('error', reject);
      server.listen(this.port, '127.0.0.1', resolve);
    });
    this.port = server.address().port;
  }

  /** Ends at once: no goodbye on any connection, no session is remembered. */
  async kill() {
    const server = this.#server;
    this.#server = undefined;
    this.#sessions.clear();
    if (!server) return;
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }

  forgetSessions() {
    this.#sessions.clear();
  }

  /** `well`, `hung` (takes everything and says nothing), `malformed`, or `broken` (only errors of HTTP). */
  set mode(mode) {
    this.#mode = mode;
  }

  async #take(request, response) {
    const chunks = [];
    for await (const chunk of request) chunks.push(chunk);
    const text = Buffer.concat(chunks).toString();
    const message = text === '' ? undefined : JSON.parse(text);
    if (this.#mode === 'hung') return;
    if (this.#mode === 'broken')
      return void response.writeHead(502, { 'content-type': 'text/html' }).end('<h1>502</h1>');
    const user = request.headers['x-user'];
    if (this.#kind === 'sse') return this.#takeOlder(request, response, message, user);
    const id = request.headers['mcp-session-id'];
    if (message?.method === 'initialize') return this.#initialize(response, message, user);
    const session = this.#sessions.get(id);
    if (!session || session.user !== user) return void response.writeHead(404).end('no such session');
    if (request.method === 'DELETE') return void (this.#sessions.delete(id), response.writeHead(200).end());
    if (request.method === 'GET') return this.#listen(session, response);
    if (message.id === undefined) return void response.writeHead(202).end();
    const say = this.#kind === 'json' ? sayJson(response) : sayOnStream(response);
    this.#answer(session, message, user, say, response);
  }

  /** Says on every open stream that the tools changed. */
  announce() {
    const text = JSON.stringify({ jsonrpc: '2.0', method: 'notifications/tools/list_changed' });
    for (const { stream } of this.#sessions.values()) stream?.write(`event: message\ndata: ${text}\n\n`);
  }

  /** The stream for what the server says without being asked; `json` servers have none. */
  #listen(session, response) {
    if (this.#kind === 'json') return void response.writeHead(405).end();
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.flushHeaders();
    session.stream = response;
    response.on('close', () => {
      if (session.stream === response) session.stream = undefined;
    });
  }

  #initialize(response, message, user) {
    const id = randomUUID();
    this.#sessions.set(id, { user, held: [] });
    response.setHeader('mcp-session-id', id);
    sayJson(response)(JSON.stringify(answerTo(message, this.#name, user)));
  }

  #takeOlder(request, response, message, user) {
    const url = new URL(request.url, this.url);
    if (request.method === 'GET') {
      const id = randomUUID();
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(`event: endpoint\ndata: /messages?id=${id}\n\n`);
      this.#sessions.set(id, { user, held: [], stream: response });
      response.on('close', () => this.#sessions.delete(id));
      return;
    }
    const session = this.#sessions.get(url.searchParams.get('id') ?? '');
    response.writeHead(session ? 202 : 404).end();
    if (!session || message.id === undefined) return;
    const say = (text) => session.stream.write(`event: message\ndata: ${text}\n\n`);
    this.#answer(session, message, user, say, session.stream);
  }

  #answer(session, message, user, say, response) {
    const { name, arguments: args = {} } = message.params ?? {};
    if (name === 'echo') this.#ran(args.nonce);
    const text = JSON.stringify(answerTo(message, this.#name, user));
    const fault = this.#mode === 'malformed' ? 'malformed' : args.fault;
    if (fault === 'late') setTimeout(() => say(text), args.waitMs);
    else if (fault === 'reorder') hold(session, { text, say });
    else if (fault === 'malformed') say(brokenAnswer(message, Math.random));
    else if (fault === 'half') half(response);
    else if (fault === 'die') response.destroy();
    else if (fault === 'twice') say(text, text);
    else if (fault !== 'never') say(text);
  }
}

/** Answers in the opposite order, and on streams each on that of another request of the session. */
function hold(session, answer) {
  session.held.push(answer);
  if (session.held.length > 1) return;
  setTimeout(() => {
    const held = session.held.splice(0).toReversed();
    const texts = held.map(({ text }) => text);
    held.forEach(({ say, text }, index) => (say.onStream ? say(texts.at(index - 1)) : say(text)));
  }, HELD_MS);
}

function half(response) {
  if (!response.headersSent) response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' });
  response.write('{"jsonrpc":"2.0","id":', () => response.destroy());
}

function sayJson(response) {
  return (text) => void response.writeHead(200, { 'content-type': 'application/json' }).end(text);
}

function sayOnStream(response) {
  const say = (...texts) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    for (const text of texts) response.write(`event: message\ndata: ${text}\n\n`);
    response.end();
  };
  say.onStream = true;
  return say;
}
