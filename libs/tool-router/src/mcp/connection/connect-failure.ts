import type { ConnectionState } from './connection-status.js';
import { httpStatusOf } from './http-status.js';
import { describeError, isAddressRefused } from './network-error.js';
import { IncompatibleVersion } from './protocol-version.js';
import { StartFailure } from './start-failure.js';

/** What a failed attempt to connect means. */
export interface ConnectFailure {
  readonly state: Extract<ConnectionState, 'backoff' | 'auth_required' | 'incompatible' | 'failed'>;
  /** For the developer; may hold secrets until they are masked. */
  readonly reason: string;
}

/** Sorts a failed attempt: worth a quick retry, a matter of signing in, or hopeless until somebody changes something. */
export function connectFailureOf(error: unknown): ConnectFailure {
  const reason = describeError(error);
  if (httpStatusOf(error) === 401) return { state: 'auth_required', reason: 'The server asks for a sign-in (401).' };
  if (error instanceof IncompatibleVersion) return { state: 'incompatible', reason };
  if (error instanceof StartFailure || isAddressRefused(error)) return { state: 'failed', reason };
  return { state: 'backoff', reason };
}
