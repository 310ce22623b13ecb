const signal = new AbortController().signal;
// Nobody can abort it, so no listener is ever called; kept ones would make a list that all calls share.
signal.addEventListener = () => {};
signal.removeEventListener = () => {};

/** The signal of calls that nobody can cancel; one of its own for each of them would be dear. */
export const HOST_SIGNAL: AbortSignal = signal;
