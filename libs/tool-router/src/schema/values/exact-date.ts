const ISO = /^(?:\d{4}|[+-]\d{6})-\d{2}-\d{2}(?:[Tt ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:[Zz]|[+-]\d{2}:?\d{2})?)?$/;

/** The date that an ISO 8601 text names, a date alone being midnight UTC; undefined for any other text. */
export function exactDate(text: string): Date | undefined {
  if (!ISO.test(text)) return undefined;
  const date = new Date(text);
  if (Number.isNaN(date.getTime())) return undefined;
  return existsInCalendar(text) ? date : undefined;
}

/** JavaScript moves 30 February into March; the day that was meant is not known, so such a text is refused. */
function existsInCalendar(text: string): boolean {
  const day = text.slice(0, text.search(/[Tt ]|$/));
  const midnight = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(day);
}
