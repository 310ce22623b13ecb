import type { StoredAuthorization } from './stored-authorization.js';

/** Whose access to what; two keys are the same when all three texts are. */
export interface AuthorizationKey {
  /** Absent for a server that all users share. */
  readonly userId?: string;
  readonly serverId: string;
  /** The address of the server: tokens for one address are never sent to another. */
  readonly serverUrl: string;
}

/** A record with the version that the next write has to name. */
export interface VersionedAuthorization {
  readonly value: StoredAuthorization;
  readonly version: string;
}

/** Keeps tokens. The host implements it over its own storage, and encrypts there; the default is the memory of the process. */
export interface McpTokenStore {
  get(key: AuthorizationKey): Promise<VersionedAuthorization | undefined>;
  /**
   * Writes a record if nobody has written since it was read.
   * @param expected the version that was read; undefined when there was no record
   * @returns false, with nothing written, when the record has another version by now
   */
  set(key: AuthorizationKey, value: StoredAuthorization, expected: string | undefined): Promise<boolean>;
  delete(key: AuthorizationKey): Promise<void>;
  /** Runs work while no other process does so for this key; needed where several processes refresh the same tokens. */
  withLock?<T>(key: AuthorizationKey, work: () => Promise<T>): Promise<T>;
}

/** A text that two keys share exactly when they are the same. */
export function authorizationKeyText({ userId, serverId, serverUrl }: AuthorizationKey): string {
  return JSON.stringify([userId ?? null, serverId, serverUrl]);
}
