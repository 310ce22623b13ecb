import { ArgumentRefusal, type ArgumentFault } from '../errors/argument-refusal.js';

/** Where an object sits in the arguments; undefined is the root. Made once per object, never per value. */
export interface PathNode {
  readonly parent: Place;
  readonly key: string | number;
}

export type Place = PathNode | undefined;

/** What a run comes to. */
export type Ended<T> = T | ArgumentRefusal;

/** Faults that are listed; beyond them the call only says that there are more. */
const MAX_FAULTS = 100;

/** One conversion and validation of one call's arguments: its faults, and what is still being checked. */
export class ArgumentRun {
  /** Levels of request objects that are open. */
  depth = 0;
  private faults: ArgumentFault[] | undefined;
  private unconverted: Set<string> | undefined;
  private pending: Promise<unknown>[] | undefined;
  private truncated = false;

  /** Reports a value that could not be converted; what validators say about the same place is then left out. */
  refuse(parent: Place, key: string | number, message: string): void {
    if (this.isFull()) return;
    const path = pathOf(parent, key);
    (this.unconverted ??= new Set()).add(path);
    this.add({ path, message });
  }

  /** Reports what a validator refuses. */
  reject(path: string, message: string): void {
    if (this.isFull() || (this.unconverted !== undefined && isWithin(path, this.unconverted))) return;
    this.add({ path, message });
  }

  /** Whether further faults would only be counted as more of the same; says so in the end. */
  isFull(): boolean {
    if (this.faults === undefined || this.faults.length < MAX_FAULTS) return false;
    this.truncated = true;
    return true;
  }

  hasFaults(): boolean {
    return this.faults !== undefined;
  }

  /** Keeps the end of the run waiting. A run that is given up before leaves no rejection behind that nobody handles. */
  wait(promise: Promise<unknown>): void {
    promise.catch(() => undefined);
    (this.pending ??= []).push(promise);
  }

  /** Ends the run: the value, or what was refused. */
  finish<T>(value: T): Ended<T> | Promise<Ended<T>> {
    if (this.pending === undefined) return this.close(value);
    return Promise.all(this.pending).then(() => this.close(value));
  }

  private close<T>(value: T): Ended<T> {
    const { faults } = this;
    if (faults === undefined) return value;
    if (this.truncated) faults.push({ path: '', message: 'and further faults' });
    return new ArgumentRefusal(faults);
  }

  private add(fault: ArgumentFault): void {
    (this.faults ??= []).push(fault);
  }
}

/** Whether a path is one of the known ones or leads further into one. */
function isWithin(path: string, known: ReadonlySet<string>): boolean {
  if (known.has(path) || known.has('')) return true;
  for (let end = path.length - 1; end > 0; end -= 1) {
    if ((path[end] === '.' || path[end] === '[') && known.has(path.slice(0, end))) return true;
  }
  return false;
}

/** The text of a path: `lines[1].qty`. */
export function pathOf(parent: Place, key: string | number): string {
  const keys: (string | number)[] = [key];
  for (let at = parent; at !== undefined; at = at.parent) keys.unshift(at.key);
  let path = '';
  for (const part of keys) path = joinPath(path, part);
  return path;
}

/** Appends a key to a path. Keys that are no plain names come from the model, so they are quoted and cut. */
export function joinPath(path: string, key: string | number): string {
  if (typeof key === 'number') return `${path}[${key}]`;
  if (key === '') return path;
  if (!/^[\p{L}_$][\p{L}\p{N}_$-]*$/u.test(key) || key.length > 64)
    return `${path}[${JSON.stringify(key.slice(0, 64))}]`;
  return path === '' ? key : `${path}.${key}`;
}
