import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A provider on the loopback that answers from a list, and keeps what it was asked. */
export interface FakeProvider {
  readonly url: string;
  readonly requests: Record<string, unknown>[];
}

/** Serves one conversation; any request beyond its answers is refused. */
export async function withProvider<T>(
  answers: readonly object[],
  use: (provider: FakeProvider) => Promise<T>,
): Promise<T> {
  const requests: Record<string, unknown>[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const answer = answers[requests.length];
      requests.push(JSON.parse(Buffer.concat(chunks).toString()) as Record<string, unknown>);
      response.writeHead(answer === undefined ? 400 : 200, { 'content-type': 'application/json' });
      response.end(JSON.stringify(answer ?? { error: { message: 'nothing more to say' } }));
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  try {
    return await use({ url: `http://127.0.0.1:${port}`, requests });
  } finally {
    server.closeAllConnections();
    server.close();
  }
}
