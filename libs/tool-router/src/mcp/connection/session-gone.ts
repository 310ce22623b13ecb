import { httpStatusOf } from './http-status.js';
import type { Link } from './link.js';

/**
 * Whether a failure says that the server has forgotten the session of a link. A 404 to a request with a session says
 * so whatever its body is; a 400 only where its text speaks of the session.
 */
export function isSessionGone(error: unknown, link: Link): boolean {
  if (!link.hasSession) return false;
  const status = httpStatusOf(error);
  return status === 404 || (status === 400 && error instanceof Error && /session/i.test(error.message));
}
