import type { FetchLike } from '@modelcontextprotocol/sdk/shared/transport.js';
import {
  LATEST_PROTOCOL_VERSION,
  ToolListChangedNotificationSchema,
  type ElicitResult,
} from '@modelcontextprotocol/sdk/types.js';
import type { ServerDefinition } from '../definition/server-definition.js';
import type { Question } from './answer-elicitation.js';
import { httpStatusOf } from './http-status.js';
import { Link, type LinkKind } from './link.js';
import { createMcpClient } from './mcp-client.js';
import { assertVersion, olderVersionFor } from './protocol-version.js';
import { sseParts } from './sse-parts.js';
import { stdioParts } from './stdio-parts.js';
import { streamableParts } from './streamable-parts.js';
import type { TransportListener, TransportParts } from './transport-parts.js';
import { waitBounded, WaitEnded } from './wait-bounded.js';

/** The connection to a server was not ready in time. */
export class ConnectTimeout extends Error {
  constructor(ms: number) {
    super(`The server was not ready within ${ms} ms.`);
    this.name = 'ConnectTimeout';
  }
}

/** Where a link leads, and who hears of it. */
export interface LinkTarget extends Omit<TransportListener, 'onSessionGone'> {
  readonly definition: ServerDefinition;
  /** Sends the requests to a server behind a URL, with their credentials. */
  readonly fetch: () => FetchLike;
  /** The transport that worked before, for the type `auto`. */
  readonly rememberedKind?: LinkKind;
  /** Milliseconds for everything up to the server's answer to `initialize`. */
  readonly timeoutMs: number;
  /** The server says that its tools changed. */
  readonly onToolsChanged: () => void;
  /** Answers questions to users; absent where nobody can be asked. */
  readonly onQuestion?: (question: Question) => Promise<ElicitResult>;
  /** Something went wrong that concerns no request in particular. */
  readonly onError: (error: Error) => void;
  /** The server has forgotten the session of the link. */
  readonly onExpired: (link: Link) => void;
  /** The link ended by itself; told at most once, and not while it is still being opened. */
  readonly onLost: (link: Link) => void;
  /** Gives the attempt up. */
  readonly signal: AbortSignal;
  /** Takes work that goes on after the attempt is over. */
  readonly background: (work: Promise<unknown>) => void;
}

/** Milliseconds that the answer to `initialize` is waited for after an attempt was given up. */
const LATE_SESSION_MS = 3_000;

/** Statuses to `initialize` that an older server without Streamable HTTP gives. */
const OLDER_SERVER_STATUSES = new Set([400, 404, 405]);

/** Opens a link with a fresh client and transport. What did not work is closed. */
export async function openLink(target: LinkTarget): Promise<Link> {
  const deadline = Date.now() + target.timeoutMs;
  const { type } = target.definition;
  const kind = type === 'auto' ? (target.rememberedKind ?? 'streamable_http') : type;
  try {
    return await openWithVersion(target, kind, deadline);
  } catch (error) {
    const mayBeOlder = type === 'auto' && target.rememberedKind === undefined;
    if (!mayBeOlder || !OLDER_SERVER_STATUSES.has(httpStatusOf(error) ?? 0) || olderVersionFor(error)) throw error;
    try {
      return await openWithVersion(target, 'sse', deadline);
    } catch (second) {
      if (httpStatusOf(second) === 401) throw second;
      throw error;
    }
  }
}

/** Offers the newest version, and once an older one to a server that refuses the newest and names what it knows. */
async function openWithVersion(target: LinkTarget, kind: LinkKind, deadline: number): Promise<Link> {
  try {
    return await openOnce(target, kind, deadline);
  } catch (error) {
    const older = olderVersionFor(error);
    if (older === undefined || older === LATEST_PROTOCOL_VERSION) throw error;
    return openOnce(target, kind, deadline, older);
  }
}

async function openOnce(target: LinkTarget, kind: LinkKind, deadline: number, version?: string): Promise<Link> {
  const listener: TransportListener = {
    onNoise: (what) => target.onNoise(what),
    onNotificationStream: (isOpen) => target.onNotificationStream(isOpen),
    onSessionGone: () => target.onExpired(link),
  };
  const parts = partsFor(target, listener, kind, version);
  const { onQuestion } = target;
  const client = createMcpClient(
    onQuestion &&
      ((params, id, signal) => onQuestion({ link, params, signal, askedIn: parts.transport.carrierOf(id) })),
  );
  const link: Link = new Link(client, kind, parts);
  let open = false;
  const events: Pick<typeof client, 'onclose' | 'onerror'> = {
    onclose() {
      if (link.lost) return;
      link.lost = true;
      if (open && !link.closed) target.onLost(link);
    },
    onerror: (error) => target.onError(error),
  };
  Object.assign(client, events);
  // Also for servers that do not announce it: some notify nevertheless.
  client.setNotificationHandler(ToolListChangedNotificationSchema, () => target.onToolsChanged());
  const connecting = client.connect(parts.transport, { timeout: Math.max(1, deadline - Date.now()) + 1_000 });
  try {
    // Opening a transport has no timeout of its own in the SDK, so the wait for all of it is bounded here.
    await waitBounded(connecting, target.signal, deadline);
    if (link.lost) throw new Error('The connection closed as soon as it was open.');
    open = true;
    return link;
  } catch (error) {
    const reason = link.lossReason;
    const givenUp = error instanceof WaitEnded && error.reason === 'cancelled' && kind !== 'stdio';
    target.background(givenUp ? closeLate(link, connecting) : link.close());
    if (error instanceof WaitEnded && error.reason === 'timeout') throw new ConnectTimeout(target.timeoutMs);
    assertVersion(parts.transport);
    throw reason === undefined ? error : new Error(reason, { cause: error });
  }
}

/** A server that is about to open a session gets a moment for it, so that the session can be ended in order. */
async function closeLate(link: Link, connecting: Promise<void>): Promise<void> {
  await waitBounded(connecting, undefined, Date.now() + LATE_SESSION_MS).catch(() => {});
  await link.close();
}

function partsFor(target: LinkTarget, listener: TransportListener, kind: LinkKind, version?: string): TransportParts {
  const { definition } = target;
  if (definition.type === 'stdio') return stdioParts(definition, listener, version);
  const fetch = target.fetch();
  return kind === 'sse'
    ? sseParts(definition, fetch, listener, version)
    : streamableParts(definition, fetch, listener, version);
}
