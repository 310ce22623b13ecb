/** A name with its text. Pairs rather than an object, because names such as `__proto__` are legal. */
export type NameValue = readonly [name: string, value: string];

/** OAuth settings with the defaults filled in. */
export interface OAuthSettings {
  readonly grant: 'authorization_code' | 'client_credentials';
  readonly redirectUrl?: string;
  readonly clientId?: string;
  readonly clientSecret?: string;
  readonly clientMetadataUrl?: string;
  readonly clientName: string;
  readonly scope?: string;
}

interface DefinitionBase {
  readonly id: string;
  readonly scope: 'global' | 'user';
  /** Who wrote it: the host (file, options, code) or a user. */
  readonly author: 'host' | 'user';
  readonly enabled: boolean;
  readonly required: boolean;
  /** Bytes; undefined means the transport's own limit. */
  readonly maxBufferSize?: number;
  /** What the host should know about the entry although it works. */
  readonly warnings: readonly string[];
}

/** A server that runs as a child process. */
export interface StdioDefinition extends DefinitionBase {
  readonly type: 'stdio';
  readonly command: string;
  readonly args: readonly string[];
  /** Sorted by name. */
  readonly env: readonly NameValue[];
  readonly cwd?: string;
}

/** A server behind a URL. */
export interface HttpDefinition extends DefinitionBase {
  readonly type: 'streamable_http' | 'sse' | 'auto';
  readonly url: string;
  /** Sorted by lower-cased name; values may hold `{{name}}`. */
  readonly headers: readonly NameValue[];
  /** Whether every address that it leads to must be public. */
  readonly guarded: boolean;
  /** Whether plain http may be used. */
  readonly allowHttp: boolean;
  readonly replayOn404: boolean;
  readonly auth?: OAuthSettings;
}

/** A server as the gateway works with it: checked, complete, deeply frozen. */
export type ServerDefinition = StdioDefinition | HttpDefinition;
