const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** Redirects that one request follows at most. */
export const MAX_REDIRECTS = 5;

/** Whether a response is a redirect that leads somewhere. */
export function isRedirect(response: Response): boolean {
  return REDIRECTS.has(response.status) && response.headers.has('location');
}

/**
 * Where a redirect may be followed to: the same origin, or its https form, and only with the method unchanged.
 * So credentials never reach another origin, and a POST never turns into a GET.
 */
export function followedTarget(response: Response, from: URL, method: string): URL | undefined {
  const location = response.headers.get('location');
  if (!REDIRECTS.has(response.status) || location === null || !URL.canParse(location, from.href)) return undefined;
  const keepsMethod = response.status >= 307 || method === 'GET' || method === 'HEAD';
  const target = new URL(location, from);
  return keepsMethod && (target.origin === from.origin || isUpgrade(from, target)) ? target : undefined;
}

function isUpgrade(from: URL, to: URL): boolean {
  const onDefaultPorts = from.port === '' && to.port === '';
  return from.protocol === 'http:' && to.protocol === 'https:' && from.hostname === to.hostname && onDefaultPorts;
}
