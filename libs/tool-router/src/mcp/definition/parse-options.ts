/** What servers of users may do beyond https on public addresses. */
export interface UserServerRules {
  readonly allowPrivate?: boolean;
  readonly allowHttp?: boolean;
  readonly allowStdio?: boolean;
}

/** Where a definition comes from and what it may use. */
export interface ParseOptions {
  /** `user` for everything that the host did not write itself. */
  readonly author: 'host' | 'user';
  /** Environment variables that `${NAME}` may stand for; none in a user's definition. */
  readonly envPlaceholders?: readonly string[];
  /** The variables themselves; those of the process unless given. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  readonly userServers?: UserServerRules;
}
