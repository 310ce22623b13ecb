/** The type names that a `type` keyword lists. */
export function typesOf(type: unknown): string[] {
  return [type].flat().filter((name) => typeof name === 'string');
}

/** The types that both lists allow; `integer` is a kind of `number`. */
export function commonTypes(first: readonly string[], second: readonly string[]): string[] {
  const common = first.flatMap((type) => {
    if (second.includes(type)) return [type];
    if (type === 'integer' && second.includes('number')) return ['integer'];
    return type === 'number' && second.includes('integer') ? ['integer'] : [];
  });
  return [...new Set(common)];
}

/** The names that a `required` keyword lists. */
export function requiredOf(schema: Readonly<Record<string, unknown>>): string[] {
  const { required } = schema;
  return Array.isArray(required) ? required.filter((name) => typeof name === 'string') : [];
}
