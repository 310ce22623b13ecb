/** Something that ends when a request is cancelled. */
export interface Cancellable {
  cancel(reason: unknown): void;
}

const listeners = new WeakMap<AbortSignal, Set<Cancellable>>();

/**
 * Follows a request's signal with one listener per signal, however many calls the request makes:
 * adding and removing a listener per call would cost more than the call.
 * @returns a function that stops following
 */
export function followSignal(signal: AbortSignal, target: Cancellable): () => void {
  let targets = listeners.get(signal);
  if (targets === undefined) {
    const created = new Set<Cancellable>();
    signal.addEventListener('abort', () => created.forEach((each) => each.cancel(signal.reason)), { once: true });
    listeners.set(signal, created);
    targets = created;
  }
  const following = targets;
  following.add(target);
  return () => following.delete(target);
}
