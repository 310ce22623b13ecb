import type { StdioDefinition } from '../definition/server-definition.js';
import { StdioTransport } from './stdio-transport.js';
import type { TransportListener, TransportParts } from './transport-parts.js';
import { WatchedTransport } from './watched-transport.js';

/** Bytes of one message unless the definition says otherwise. */
export const DEFAULT_MAX_MESSAGE_BYTES = 10 * 1024 * 1024;

/** Builds the transport to a server process; nothing is started yet. */
export function stdioParts(
  definition: StdioDefinition,
  listener: TransportListener,
  offeredVersion?: string,
): TransportParts {
  const inner = new StdioTransport({
    command: definition.command,
    args: definition.args,
    env: Object.fromEntries(definition.env),
    ...(definition.cwd === undefined ? {} : { cwd: definition.cwd }),
    maxBufferSize: definition.maxBufferSize ?? DEFAULT_MAX_MESSAGE_BYTES,
  });
  const transport = new WatchedTransport(inner, listener, offeredVersion);
  inner.onvalue = (value) => transport.receive(value);
  inner.onnoise = (line) => listener.onNoise(line);
  return { transport, pid: () => inner.pid, lossReason: () => inner.lossReason };
}
