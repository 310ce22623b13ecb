/** How a client signs in to a server with OAuth. */
export interface McpOAuthConfig {
  readonly type: 'oauth';
  /** `authorization_code` (a person signs in) unless said otherwise. */
  readonly grant?: 'authorization_code' | 'client_credentials';
  /** Where the authorization server sends the person back to; needed for `authorization_code`. */
  readonly redirectUrl?: string;
  /** The id of a client that was registered beforehand; without it the client registers itself. */
  readonly clientId?: string;
  readonly clientSecret?: string;
  /** The https address of a client metadata document, used as client id where the server supports that. */
  readonly clientMetadataUrl?: string;
  /** The name that the sign-in page shows. */
  readonly clientName?: string;
  /** Asked for where the server itself names no scope; words separated by spaces. */
  readonly scope?: string;
}

/**
 * One entry of `mcpServers`, in the shape that desktop hosts use too; fields it does not know are ignored.
 * `${NAME}` in texts stands for an environment variable that the host listed,
 * `{{name}}` in header values for a credential of the user, read at each request.
 */
export interface McpServerConfig {
  /**
   * `stdio`, `streamable_http`, `sse` or `auto` (tries Streamable HTTP, then SSE), or one of their other spellings.
   * Without it a `url` means `auto` and a `command` means `stdio`.
   */
  readonly type?: string | null;
  /** Older spelling of `type`. */
  readonly transport?: string | null;
  readonly command?: string;
  readonly args?: readonly string[];
  /** The whole environment of the process beside a few harmless variables such as PATH. */
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  readonly url?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** False keeps the entry without using it. */
  readonly enabled?: boolean;
  /** The boot fails when this server cannot be reached. */
  readonly required?: boolean;
  /** Bytes of the largest message that is taken from the server. */
  readonly maxBufferSize?: number;
  /** Whether the address may be a private one; true for servers of the host, and only the host can say so. */
  readonly allowPrivate?: boolean;
  /** Calls that a lost session rejected are repeated even if the tool is not declared repeatable. */
  readonly replayOn404?: boolean;
  /** `global` (default): one connection for all users. `user`: a template, every user gets an own connection. */
  readonly scope?: 'global' | 'user';
  readonly auth?: McpOAuthConfig;
}

/** Server entries by id. A map also takes ids that an object literal cannot hold. */
export type McpServerConfigs = ReadonlyMap<string, McpServerConfig> | Readonly<Record<string, McpServerConfig>>;
