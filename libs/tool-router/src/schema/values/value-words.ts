/** What a value must be, in words for a model. */
export const WORDS = {
  string: 'must be a string',
  number: 'must be a number',
  integer: 'must be an integer',
  boolean: 'must be true or false',
  date: 'must be a date in ISO 8601, such as 2026-01-31 or 2026-01-31T09:30:00Z',
  object: 'must be an object',
  array: 'must be an array',
  required: 'is required',
  tooDeep: 'is nested too deeply',
} as const;

/** Values that are listed; the schema has them all. */
const MAX_LISTED = 50;

/** The words for a value that must be one of a list. */
export function oneOf(values: readonly unknown[]): string {
  const listed = values.slice(0, MAX_LISTED).map((value) => JSON.stringify(value));
  if (values.length > MAX_LISTED) listed.push(`and ${values.length - MAX_LISTED} more`);
  return `must be one of ${listed.join(', ')}`;
}
