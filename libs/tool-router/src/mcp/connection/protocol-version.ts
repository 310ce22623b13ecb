import { LATEST_PROTOCOL_VERSION, McpError, SUPPORTED_PROTOCOL_VERSIONS } from '@modelcontextprotocol/sdk/types.js';
import { httpStatusOf } from './http-status.js';
import type { WatchedTransport } from './watched-transport.js';

/** The server and the gateway have no version of the protocol in common. */
export class IncompatibleVersion extends Error {
  constructor(version: string) {
    super(
      `The server speaks the protocol version ${version}, which is not supported (${SUPPORTED_PROTOCOL_VERSIONS.join(', ')}).`,
    );
    this.name = 'IncompatibleVersion';
  }
}

const MAX_SHOWN = 60;

/** @throws IncompatibleVersion when the server answered `initialize` with a version that is not supported */
export function assertVersion({ initialized, answeredVersion }: WatchedTransport): void {
  if (!initialized) return;
  if (typeof answeredVersion !== 'string') throw new IncompatibleVersion('(none given)');
  if (!SUPPORTED_PROTOCOL_VERSIONS.includes(answeredVersion)) {
    throw new IncompatibleVersion(JSON.stringify(answeredVersion.slice(0, MAX_SHOWN)));
  }
}

/**
 * The newest older version that a server names while it refuses the offered one, if any is supported.
 * @throws IncompatibleVersion when it names versions and none of them is supported
 */
export function olderVersionFor(error: unknown): string | undefined {
  const text = refusalText(error);
  if (text === undefined || !/version/i.test(text)) return undefined;
  const named = new Set(text.match(/\b20\d\d-\d\d-\d\d\b/g));
  named.delete(LATEST_PROTOCOL_VERSION);
  if (named.size === 0) return undefined;
  const common = SUPPORTED_PROTOCOL_VERSIONS.find((version) => named.has(version));
  if (common === undefined) throw new IncompatibleVersion([...named].join(', '));
  return common;
}

function refusalText(error: unknown): string | undefined {
  if (httpStatusOf(error) === 400) return (error as Error).message;
  if (error instanceof McpError) return `${error.message} ${JSON.stringify(error.data ?? '')}`;
  return undefined;
}
