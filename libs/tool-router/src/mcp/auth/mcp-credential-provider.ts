/** Gives the credentials that `{{name}}` in the headers of a user's servers stands for. Implemented by the host. */
export interface McpCredentialProvider {
  /**
   * The credentials of one user for one server, by name. Asked for every request, so a changed one counts at once.
   * @returns undefined, or an object without the name, when the user has to give the credential first
   */
  get(userId: string, serverId: string): Promise<Readonly<Record<string, string>> | undefined>;
}
