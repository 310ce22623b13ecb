/** The values without those whose JSON text was there before. */
export function uniqueJson<T>(values: readonly T[]): T[] {
  if (values.length < 2) return [...values];
  return [...new Map(values.toReversed().map((value) => [JSON.stringify(value), value])).values()].toReversed();
}
