import {
  authorizationKeyText,
  type AuthorizationKey,
  type McpTokenStore,
  type VersionedAuthorization,
} from './mcp-token-store.js';
import type { StoredAuthorization } from './stored-authorization.js';

const MAX_RECORDS = 10_000;

/** Keeps tokens until the process ends; at most 10,000 records, the one written longest ago goes first. */
export class InMemoryTokenStore implements McpTokenStore {
  private readonly records = new Map<string, VersionedAuthorization>();
  private writes = 0;

  get(key: AuthorizationKey): Promise<VersionedAuthorization | undefined> {
    return Promise.resolve(this.records.get(authorizationKeyText(key)));
  }

  set(key: AuthorizationKey, value: StoredAuthorization, expected: string | undefined): Promise<boolean> {
    const text = authorizationKeyText(key);
    if (this.records.get(text)?.version !== expected) return Promise.resolve(false);
    this.records.delete(text);
    this.records.set(text, { value, version: String(++this.writes) });
    const [oldest] = this.records.keys();
    if (this.records.size > MAX_RECORDS && oldest !== undefined) this.records.delete(oldest);
    return Promise.resolve(true);
  }

  delete(key: AuthorizationKey): Promise<void> {
    this.records.delete(authorizationKeyText(key));
    return Promise.resolve();
  }
}
