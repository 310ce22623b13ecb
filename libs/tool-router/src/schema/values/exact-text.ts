const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/**
 * The number that a text spells exactly, as JSON would; undefined for any other text, for one out of range,
 * and for a whole number (an id, most likely) of more digits than a number can hold.
 */
export function exactNumber(text: string): number | undefined {
  if (!NUMBER.test(text)) return undefined;
  const value = Number(text);
  if (!Number.isFinite(value)) return undefined;
  return isRounded(value) && /^-?\d+$/.test(text) && BigInt(text) !== BigInt(value) ? undefined : value;
}

/** Whether a whole number is so large that digits of it may have been lost. */
export function isRounded(value: number): boolean {
  return Number.isInteger(value) && !Number.isSafeInteger(value);
}

/** The boolean that a text spells exactly. */
export function exactBoolean(text: string): boolean | undefined {
  if (text === 'true') return true;
  return text === 'false' ? false : undefined;
}
