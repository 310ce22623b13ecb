import { AuthRequiredException } from '../../errors/auth-required.exception.js';
import { replaceCredentials } from '../definition/credential-placeholders.js';
import { breaksHeaders, encodeHeaderValue } from '../definition/header-rules.js';
import type { NameValue } from '../definition/server-definition.js';

/**
 * Puts credentials in the place of `{{name}}`, encoded once; what a credential holds is not looked at again.
 * @throws AuthRequiredException when a credential is missing or cannot be sent
 */
export function fillCredentials(
  headers: readonly NameValue[],
  credentials: Readonly<Record<string, string>> | undefined,
  serverId: string,
): readonly NameValue[] {
  return headers.map(([header, template]) => [
    header,
    replaceCredentials(template, (name) => {
      const value: unknown =
        credentials !== undefined && Object.hasOwn(credentials, name) ? credentials[name] : undefined;
      const problem = problemOf(value);
      if (problem === undefined) return encodeHeaderValue(value as string);
      throw new AuthRequiredException({
        serverId,
        modelMessage: `The user has to connect the server ${JSON.stringify(serverId)} first.`,
        message: `The credential ${JSON.stringify(name)} for the server ${JSON.stringify(serverId)} ${problem}.`,
      });
    }),
  ]);
}

function problemOf(value: unknown): string | undefined {
  if (typeof value !== 'string' || value === '') return 'is missing';
  return breaksHeaders(value) ? 'holds a line break or another control character' : undefined;
}
