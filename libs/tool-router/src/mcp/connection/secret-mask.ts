import { maskSecrets } from '../auth/mask-secrets.js';
import type { ServerDefinition } from '../definition/server-definition.js';

const URL_PATTERN = /\b(https?:\/\/)(?:[^\s/?#@"']*@)?([^\s?#"']*)(?:[?#][^\s"']*)?/gi;
const AUTHORIZATION = /\b(Bearer|Basic)\s+[\w.~+/=-]{6,}/gi;

/** Makes a function that takes the secrets of a definition, and those that can be seen as such, out of a text. */
export function secretMask(definition: ServerDefinition): (text: string) => string {
  const secrets = secretsOf(definition);
  return (text) => maskSecrets(text, secrets).replace(URL_PATTERN, '$1$2').replace(AUTHORIZATION, '$1 ***');
}

function secretsOf(definition: ServerDefinition): readonly string[] {
  if (definition.type === 'stdio') return definition.env.map(([, value]) => value);
  const headers = definition.headers.flatMap(([, value]) => [value, ...value.split(/\s+/)]);
  const query = [...new URL(definition.url).searchParams.values()];
  return [...headers, ...query, ...(definition.auth?.clientSecret ? [definition.auth.clientSecret] : [])];
}
