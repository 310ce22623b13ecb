import type { McpCredentialProvider } from './auth/mcp-credential-provider.js';
import type { McpTokenStore } from './auth/mcp-token-store.js';
import type { McpConfigSource } from './config/mcp-config-source.js';
import type { McpServerConfigs } from './definition/mcp-server-config.js';
import type { UserServerRules } from './definition/parse-options.js';
import type { McpElicitationHandler } from './mcp-elicitation.js';
import type { McpEvent } from './mcp-events.js';

/** Options of the MCP gateway; everything has a default. Times are milliseconds. */
export interface McpOptions {
  /** Servers by id. */
  readonly servers?: McpServerConfigs;
  /** A `mcp-servers-config.json` to read and to follow. */
  readonly configFile?: string;
  /** Further places that definitions come from, such as a database. */
  readonly configSources?: readonly McpConfigSource[];
  /** For starting a server, `initialize` and the first list together. Default 10000. */
  readonly connectTimeoutMs?: number;
  /** Without any sign of life from a call; progress extends it. Default 60000. */
  readonly requestTimeoutMs?: number;
  /** For one call at most, whatever progress it reports. Default 300000. */
  readonly maxTotalTimeoutMs?: number;
  /** In which notices of changed tools are gathered. Default 300. */
  readonly listDebounceMs?: number;
  /** Between two lists that such notices cause. Default 5000. */
  readonly minRefreshIntervalMs?: number;
  /** Before the first new attempt to reach a server. Default 1000. */
  readonly backoffStartMs?: number;
  /** Where the doubling of that time ends. Default 60000. */
  readonly backoffMaxMs?: number;
  /** Without use, after which a user's client is closed. Default 600000. */
  readonly idleTimeoutMs?: number;
  /** Clients of all users that may be open. Default 200. */
  readonly maxUserClients?: number;
  /** Clients of one user that may be open. Default 10. */
  readonly maxUserClientsPerUser?: number;
  /** Tools of one scope that one request shows. Default 128. */
  readonly maxProjectedTools?: number;
  /** Environment variables that `${NAME}` in the host's definitions may stand for. Default none. */
  readonly envPlaceholders?: readonly string[];
  /** Gives what `{{name}}` in headers stands for, per user and request. */
  readonly credentials?: McpCredentialProvider;
  /** Keeps OAuth tokens. Default: the memory of the process. */
  readonly tokenStore?: McpTokenStore;
  /** What servers of users may do beyond https on public addresses. Default nothing. */
  readonly userServers?: UserServerRules;
  /** Whether the names of a user's tools carry the user's id (`encoded`, default) or not (`plain`). */
  readonly userToolNames?: 'encoded' | 'plain';
  /** Withholds tools whose description or schema changed until `approveTools` accepts them. Default false. */
  readonly strictDrift?: boolean;
  /** UTF-16 units of a result's text. Default 100000. */
  readonly maxResultChars?: number;
  /** Adds structured content to the text of a result where the text does not say the same. Default false. */
  readonly appendStructured?: boolean;
  /** Tells servers the user's id, as `_meta` of each call. Default false. */
  readonly shareUserId?: boolean;
  /**
   * Asks the user of a call what the server of that call wants to know. Without it servers are told that nobody can be
   * asked; the same goes for questions that belong to no single call for sure.
   */
  readonly onElicitation?: McpElicitationHandler;
  /** Hears of changed states, tools and descriptions. What it throws is logged and changes nothing. */
  readonly onEvent?: (event: McpEvent) => void;
}
