import { urlOf } from '../net/url-of.js';

/** A URL as it may be shown: without user name, password, query and fragment, which may hold secrets. */
export function displayUrl(url: string | URL): string {
  const parsed = urlOf(String(url));
  return parsed === undefined ? '(not a URL)' : parsed.origin + parsed.pathname;
}
