import type { ServerDefinition } from '../definition/server-definition.js';

/** Shorter values are too common to be taken out of texts. */
const MIN_SECRET = 4;
const URL_PATTERN = /\b(https?:\/\/)(?:[^\s/?#@"']*@)?([^\s?#"']*)(?:[?#][^\s"']*)?/gi;
const AUTHORIZATION = /\b(Bearer|Basic)\s+[\w.~+/=-]{6,}/gi;

/** Makes a function that takes the secrets of a definition, and those that can be seen as such, out of a text. */
export function secretMask(definition: ServerDefinition): (text: string) => string {
  const secrets = secretsOf(definition).filter((value) => value.length >= MIN_SECRET);
  // Longer ones first: one secret may be a part of another.
  secrets.sort((one, two) => two.length - one.length);
  return (text) => {
    let masked = text;
    for (const secret of secrets) masked = masked.replaceAll(secret, '***');
    return masked.replace(URL_PATTERN, '$1$2').replace(AUTHORIZATION, '$1 ***');
  };
}

function secretsOf(definition: ServerDefinition): string[] {
  if (definition.type === 'stdio') return definition.env.map(([, value]) => value);
  const headers = definition.headers.flatMap(([, value]) => [value, ...value.split(/\s+/)]);
  const url = new URL(definition.url);
  const query = [...url.searchParams.values()];
  const client = definition.auth?.clientSecret;
  return [
    ...headers,
    ...query,
    ...query.map(encodeURIComponent),
    url.username,
    url.password,
    ...(client ? [client] : []),
  ];
}
