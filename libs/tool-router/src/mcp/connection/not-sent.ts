/** A message that never left: the connection was over before. */
export class NotSent extends Error {}

/** Whether a request failed before anything was sent, so that sending it again is safe. */
export function wasNotSent(error: unknown): boolean {
  return error instanceof NotSent || (error instanceof Error && error.message === 'Not connected');
}
