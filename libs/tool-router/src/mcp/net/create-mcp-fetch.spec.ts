import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createGzip, gzipSync } from 'node:zlib';
import { AddressRefused } from './address-refused.js';
import { followedTarget } from './redirects.js';
import { createMcpFetch, type McpFetch, type McpFetchOptions } from './create-mcp-fetch.js';
import { WholeResponse, type WholeBodyInit } from './whole-response.js';

const closers: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
});

async function serve(listener: RequestListener): Promise<{ url: string; server: Server }> {
  const server = createServer(listener);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closers.push(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server };
}

function client(options: Partial<McpFetchOptions> = {}): McpFetch['fetch'] {
  const made = createMcpFetch({ guard: false, allowHttp: true, ...options });
  closers.push(() => made.close());
  return made.fetch;
}

function withBody(request: IncomingMessage, use: (body: string) => void): void {
  let text = '';
  request.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  request.on('end', () => use(text));
}

async function twoOrigins() {
  const strangers: string[] = [];
  const stranger = await serve((request, response) => {
    strangers.push(request.url ?? '');
    response.end('stranger');
  });
  const seen: string[] = [];
  const { url } = await serve((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://x');
    seen.push(`${request.method} ${pathname} ${String(request.headers['x-key'] ?? '')}`);
    const to = searchParams.get('to');
    withBody(request, (body) => {
      if (to === null) response.end(`arrived ${body}`);
      else response.writeHead(Number(pathname.slice(1)), { location: to }).end();
    });
  });
  return { url, seen, stranger: stranger.url, strangers };
}

describe('createMcpFetch', () => {
  it('sends method, headers and body, and reads the answer', async () => {
    const { url } = await serve((request, response) => {
      withBody(request, (body) => {
        response.setHeader('x-seen', `${request.method} ${request.url} ${String(request.headers['x-key'])}`);
        response
          .writeHead(201, { 'content-type': 'application/json' })
          .end(JSON.stringify({ body, type: request.headers['content-type'] }));
      });
    });
    const fetch = client();
    const response = await fetch(new URL(`${url}/a b?q=é`), {
      method: 'POST',
      headers: new Headers({ 'X-Key': '1' }),
      body: '{"ü":1}',
    });
    expect(response.status).toBe(201);
    expect(response.headers.get('x-seen')).toBe('POST /a%20b?q=%C3%A9 1');
    expect(await response.json()).toEqual({ body: '{"ü":1}', type: 'text/plain;charset=UTF-8' });
    const form = await fetch(url, { method: 'post', body: new URLSearchParams({ a: 'b c' }) });
    expect(await form.json()).toEqual({ body: 'a=b+c', type: 'application/x-www-form-urlencoded;charset=UTF-8' });
    await expect(fetch(url, { method: 'POST', body: new FormData() })).rejects.toThrow(TypeError);
  });

  it.each([
    [204, ''],
    [404, 'gone'],
    [500, ''],
  ])('passes the status %d on', async (status, body) => {
    const { url } = await serve((_, response) => response.writeHead(status).end(body));
    const response = await client()(url);
    expect([response.status, response.ok, await response.text()]).toEqual([status, status === 204, body]);
  });

  it('reads large and compressed bodies', async () => {
    const large = 'x'.repeat(3_000_000);
    const { url } = await serve((request, response) => {
      if (request.url === '/gzip') response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(large));
      else response.end(large);
    });
    const fetch = client();
    expect(await (await fetch(`${url}/plain`)).text()).toBe(large);
    expect(await (await fetch(`${url}/gzip`)).text()).toBe(large);
  });

  it('fails on what is no response', async () => {
    const { url } = await serve((request, response) => {
      if (request.url === '/status') response.writeHead(700).end('x');
      else if (request.url === '/gzip') response.writeHead(200, { 'content-encoding': 'gzip' }).end('not compressed');
      else if (request.url === '/short')
        response.writeHead(200, { 'content-length': '10' }).write('x', () => response.destroy());
      else request.socket.end('SMTP ready\r\n');
    });
    const fetch = client();
    await expect(fetch(`${url}/status`)).rejects.toThrow('fetch failed');
    await expect(fetch(`${url}/short`)).rejects.toThrow('fetch failed');
    await expect(fetch(`${url}/other`)).rejects.toThrow('fetch failed');
    await expect((await fetch(`${url}/gzip`)).text()).rejects.toThrow(Error);
  });

  it('ends the exchange when a compressed stream is left', async () => {
    let gone: Promise<unknown> | undefined;
    const { url } = await serve((_, response) => {
      gone = once(response, 'close');
      const zip = createGzip();
      zip.pipe(response.writeHead(200, { 'content-type': 'text/event-stream', 'content-encoding': 'gzip' }));
      zip.write('data: 1\n\n');
      zip.flush();
    });
    const reader = (await client()(url)).body!.getReader();
    expect(Buffer.from((await reader.read()).value ?? []).toString()).toBe('data: 1\n\n');
    await reader.cancel();
    await gone;
  });

  it('delivers an event stream piece by piece', async () => {
    const responses: ServerResponse[] = [];
    const { url } = await serve((_, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders();
      responses.push(response);
    });
    const response = await client()(url, { headers: { accept: 'text/event-stream' } });
    const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
    for (const piece of ['data: 1\n\n', 'data: 2\n\n']) {
      responses[0]?.write(piece);
      expect((await reader.read()).value).toBe(piece);
    }
    responses[0]?.end();
    expect((await reader.read()).done).toBe(true);
  });

  it('ends the exchange when it is aborted or nobody reads on', async () => {
    const gone: Promise<unknown>[] = [];
    const { url } = await serve((request, response) => {
      gone.push(once(response, 'close'));
      if (request.url === '/stream')
        response.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: 1\n\n');
      request.resume();
    });
    const fetch = client();

    const waiting = new AbortController();
    const reason = new Error('enough');
    const call = fetch(url, { method: 'POST', body: 'x', signal: waiting.signal });
    await vi.waitFor(() => expect(gone).toHaveLength(1));
    waiting.abort(reason);
    await expect(call).rejects.toBe(reason);
    await gone[0];

    const reading = new AbortController();
    const stream = await fetch(`${url}/stream`, { signal: reading.signal });
    const reader = stream.body!.getReader();
    await reader.read();
    reading.abort();
    await expect(reader.read()).rejects.toMatchObject({ name: 'AbortError' });
    await gone[1];

    const left = await fetch(`${url}/stream`);
    await left.body!.cancel();
    await gone[2];

    const before = AbortSignal.abort();
    await expect(fetch(url, { signal: before })).rejects.toBe(before.reason);
    expect(gone).toHaveLength(3);
  });

  it('slows the server down to the pace of the reader', async () => {
    let written = 0;
    const { url } = await serve((_, response) => {
      const chunk = Buffer.alloc(256 * 1024, 'x');
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      const write = () => {
        if (written++ < 400) response.write(chunk, write);
        else response.end();
      };
      write();
    });
    const response = await client()(url);
    const reader = response.body!.getReader();
    let settled = -1;
    await vi.waitFor(
      () => {
        const unchanged = settled === written;
        settled = written;
        expect(unchanged).toBe(true);
      },
      { interval: 200 },
    );
    expect(written).toBeLessThan(200);
    let bytes = 0;
    for (let part = await reader.read(); !part.done; part = await reader.read()) bytes += part.value.byteLength;
    expect(bytes).toBe(400 * 256 * 1024);
  });

  it('keeps connections, forgets cookies, and takes many calls under one signal', async () => {
    const ports = new Set<number | undefined>();
    const cookies: unknown[] = [];
    const { url } = await serve((request, response) => {
      ports.add(request.socket.remotePort);
      cookies.push(request.headers.cookie);
      response.setHeader('set-cookie', 'session=1').end('ok');
    });
    const fetch = client();
    for (let call = 0; call < 5; call++) await (await fetch(url, { method: 'POST', body: '{}' })).text();
    expect(ports.size).toBeLessThan(3);
    expect(cookies).toEqual(Array.from({ length: 5 }, () => undefined));
    const warnings: Error[] = [];
    const collect = (warning: Error) => void warnings.push(warning);
    process.on('warning', collect);
    const { signal } = new AbortController();
    const answers = await Promise.all(
      Array.from({ length: 40 }, async () => (await fetch(url, { method: 'POST', body: '{}', signal })).text()),
    );
    await new Promise(setImmediate);
    process.off('warning', collect);
    expect(answers).toHaveLength(40);
    expect(warnings).toEqual([]);
  });

  it('fails as fetch does when nobody answers', async () => {
    const { url, server } = await serve(() => {});
    const fetch = client();
    await new Promise((resolve) => server.close(resolve));
    const error = await fetch(url).then(
      () => undefined,
      (reason: unknown) => reason,
    );
    expect(error).toBeInstanceOf(TypeError);
    expect((error as Error).cause).toMatchObject({ code: 'ECONNREFUSED' });
  });

  it('ends everything on close', async () => {
    const { url } = await serve(() => {});
    const made = createMcpFetch({ guard: false, allowHttp: true });
    const call = made.fetch(url);
    const failed = expect(call).rejects.toThrow('fetch failed');
    await made.close();
    await failed;
    await expect(made.fetch(url)).rejects.toThrow('fetch failed');
  });
});

describe('redirects', () => {
  it('are followed within the origin, with method, headers and body', async () => {
    const { url, seen } = await twoOrigins();
    const init = { method: 'POST', body: 'body', headers: { 'x-key': 'k' } };
    expect(await (await client()(`${url}/307?to=/there`, init)).text()).toBe('arrived body');
    expect(await (await client()(`${url}/302?to=/there`)).text()).toBe('arrived ');
    expect(seen).toEqual(['POST /307 k', 'POST /there k', 'GET /302 ', 'GET /there ']);
  });

  it.each(['301', '302', '303'])('that would turn a POST into a GET (%s) are handed back', async (status) => {
    const { url, seen } = await twoOrigins();
    const response = await client()(`${url}/${status}?to=/there`, { method: 'POST', body: 'x' });
    expect(response.status).toBe(Number(status));
    expect(seen).toHaveLength(1);
  });

  it('never reach another origin', async () => {
    const { url, stranger, strangers } = await twoOrigins();
    for (const redirect of ['follow', 'manual'] as const) {
      for (const to of [stranger, `//${stranger.slice('http://'.length)}`, 'http://[bad']) {
        const response = await client()(`${url}/307?to=${encodeURIComponent(to)}`, {
          redirect,
          headers: { 'x-key': 'k' },
        });
        expect(response.status).toBe(307);
      }
    }
    expect(strangers).toEqual([]);
    await expect(client()(`${url}/307?to=/there`, { redirect: 'error' })).rejects.toThrow('fetch failed');
    const withUser = url.replace('http://', 'http://me:pw@');
    await expect(client()(`${url}/307?to=${withUser}`)).rejects.toThrow(AddressRefused);
  });

  it.each([
    ['https://a.example/x', 'https://a.example/y', true],
    ['http://a.example/x', 'https://a.example/y', true],
    ['https://a.example/x', 'http://a.example/y', false],
    ['http://a.example:81/x', 'https://a.example/y', false],
    ['https://a.example/x', 'https://b.a.example/y', false],
    ['https://a.example/x', 'https://a.example:444/y', false],
    ['https://a.example/x', 'data:text/plain,x', false],
  ])('from %s to %s: followed %s', (from, location, followed) => {
    const response = new Response(null, { status: 307, headers: { location } });
    expect(followedTarget(response, new URL(from), 'POST')?.href).toBe(followed ? location : undefined);
  });

  it('end after a few', async () => {
    const { url, seen } = await twoOrigins();
    const loop = `${url}/307?to=${encodeURIComponent('/307?to=/307')}`;
    let next = loop;
    for (let depth = 0; depth < 8; depth++) next = `${url}/307?to=${encodeURIComponent(next)}`;
    expect((await client()(next)).status).toBe(307);
    expect(seen).toHaveLength(6);
  });
});

describe('guard', () => {
  it('refuses literal addresses and inner names before anything is sent', async () => {
    let requests = 0;
    const { url } = await serve((_, response) => response.end(String(++requests)));
    const fetch = client({ guard: true });
    for (const target of [
      url,
      url.replace('127.0.0.1', 'localhost'),
      url.replace('127.0.0.1', '[::ffff:127.0.0.1]'),
      'http://169.254.169.254/',
    ]) {
      await expect(fetch(target)).rejects.toThrow('The address of the server is not allowed.');
    }
    expect(requests).toBe(0);
  });

  it('refuses plain http where only https is allowed', async () => {
    await expect(client({ guard: true, allowHttp: false })('http://a.example/')).rejects.toThrow(AddressRefused);
    await expect(client({ allowHttp: false })('ftp://a.example/')).rejects.toThrow(AddressRefused);
    await expect(client()('http://me@a.example/')).rejects.toThrow(AddressRefused);
  });

  it.each([
    ['a private address', ['127.0.0.1']],
    ['a private address beside a public one', ['93.184.216.34', '127.0.0.1']],
    ['a mapped private address', ['::ffff:127.0.0.1']],
  ])('refuses names that lead to %s, at the socket', async (_, addresses) => {
    let requests = 0;
    const { url } = await serve((_request, response) => response.end(String(++requests)));
    const asked: string[] = [];
    const fetch = client({
      guard: true,
      resolve: (hostname, _options, callback) => {
        asked.push(hostname);
        callback(
          null,
          addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
        );
      },
    });
    const target = url.replace('127.0.0.1', 'rebinding.example');
    await expect(fetch(target)).rejects.toThrow(AddressRefused);
    await expect(fetch(target, { method: 'POST', body: 'x' })).rejects.toThrow(AddressRefused);
    expect(asked).toEqual(['rebinding.example', 'rebinding.example']);
    expect(requests).toBe(0);
  });

  it('hands on why a name cannot be resolved', async () => {
    const fetch = client({
      guard: true,
      resolve: (_hostname, _options, callback) => callback(Object.assign(new Error('no'), { code: 'ENOTFOUND' }), []),
    });
    await expect(fetch('http://nowhere.example/')).rejects.toMatchObject({
      message: 'fetch failed',
      cause: { code: 'ENOTFOUND' },
    });
  });
});

describe('an answer that is wanted whole', () => {
  const WHOLE: WholeBodyInit = { wholeBody: true };

  async function answered(listener: RequestListener, init?: WholeBodyInit): Promise<Response> {
    const { url } = await serve(listener);
    return client()(url, init);
  }

  it('comes with its bytes, in however many pieces it was sent', async () => {
    const answer = await answered((_request, response) => {
      response.writeHead(201, { 'content-type': 'text/plain' });
      response.write('first, ');
      setTimeout(() => response.end('second'), 20);
    }, WHOLE);
    expect(answer).toBeInstanceOf(WholeResponse);
    expect(Buffer.from((answer as WholeResponse).whole).toString()).toBe('first, second');
    expect([answer.status, answer.headers.get('content-type')]).toEqual([201, 'text/plain']);
  });

  it.each<[string, RequestListener, string]>([
    ['nobody asks for it', (_request, response) => void response.end('plain'), 'plain'],
    ['it is a failure', (_request, response) => void response.writeHead(418).end('tea'), 'tea'],
    [
      'it is coded',
      (_request, response) => void response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('packed')),
      'packed',
    ],
    [
      'it is an event stream',
      (_request, response) => void response.writeHead(200, { 'content-type': 'text/event-stream' }).end('data: 1\n\n'),
      'data: 1\n\n',
    ],
    ['it is long', (_request, response) => void response.end('x'.repeat(100_000)), 'x'.repeat(100_000)],
  ])('comes as a usual response where %s', async (why, listener, body) => {
    const response = await answered(listener, why.startsWith('nobody') ? undefined : WHOLE);
    expect(response).not.toBeInstanceOf(WholeResponse);
    expect(await response.text()).toBe(body);
  });
});
