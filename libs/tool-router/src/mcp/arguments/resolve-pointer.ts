/** What a reference within a document points at (RFC 6901 in a URL fragment); undefined for any other reference. */
export function resolvePointer(root: unknown, reference: string): unknown {
  if (reference === '#') return root;
  if (!reference.startsWith('#/')) return undefined;
  let target: unknown = root;
  for (const step of reference.slice(2).split('/')) {
    const key = decodeStep(step);
    if (key === undefined || typeof target !== 'object' || target === null || !Object.hasOwn(target, key))
      return undefined;
    target = (target as Record<string, unknown>)[key];
  }
  return target;
}

function decodeStep(step: string): string | undefined {
  try {
    return decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~');
  } catch {
    return undefined;
  }
}
