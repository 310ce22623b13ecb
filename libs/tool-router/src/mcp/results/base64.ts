const ALPHABET = /^[A-Za-z0-9+/_\r\n-]*={0,2}(?:\r?\n)?$/;

/** Bytes that a base64 text stands for; undefined when it is none. */
export function base64Size(text: unknown): number | undefined {
  if (typeof text !== 'string' || !ALPHABET.test(text)) return undefined;
  const digits = text.replace(/[\r\n=]+/g, '').length;
  return Math.floor((digits * 3) / 4);
}
