const MAX_DEPTH = 200;

/**
 * JSON text that two values share exactly when they are equal as JSON: keys are sorted, whitespace is left out.
 * @returns undefined for what JSON cannot carry, and for values nested over 200 levels
 */
export function canonicalJson(value: unknown): string | undefined {
  return write(value, 0);
}

function write(value: unknown, depth: number): string | undefined {
  if (depth > MAX_DEPTH || typeof value === 'bigint') return undefined;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const parts: string[] = [];
  if (Array.isArray(value)) {
    for (const item of value) {
      const text = write(item ?? null, depth + 1);
      if (text === undefined) return undefined;
      parts.push(text);
    }
    return `[${parts.join(',')}]`;
  }
  const entries = Object.entries(value).filter(([, item]) => item !== undefined);
  entries.sort(([a], [b]) => (a < b ? -1 : 1));
  for (const [key, item] of entries) {
    const text = write(item, depth + 1);
    if (text === undefined) return undefined;
    parts.push(`${JSON.stringify(key)}:${text}`);
  }
  return `{${parts.join(',')}}`;
}
