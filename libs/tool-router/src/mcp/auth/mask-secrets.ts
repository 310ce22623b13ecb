/** Shorter values are too common to be taken out of texts. */
const MIN_LENGTH = 4;

/** Takes secrets out of a text, as they are and as they stand in URLs. */
export function maskSecrets(text: string, secrets: Iterable<string>): string {
  const spellings = [...secrets].filter((secret) => secret.length >= MIN_LENGTH).flatMap(spellingsOf);
  // Longer ones first: one secret may be a part of another.
  spellings.sort((one, two) => two.length - one.length);
  return spellings.reduce((masked, secret) => masked.replaceAll(secret, '***'), text);
}

function spellingsOf(secret: string): readonly string[] {
  const encoded = encodeURIComponent(secret.toWellFormed());
  return encoded === secret ? [secret] : [secret, encoded];
}
