/** A class as decorators and the container hand it around. */
// oxlint-disable-next-line typescript/no-explicit-any -- constructors of every shape must fit
export type ClassType<T = object> = abstract new (...args: any[]) => T;
