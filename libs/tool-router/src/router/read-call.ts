import { ArgumentRefusal } from '../errors/argument-refusal.js';
import type { ToolCall } from '../tool/tool-call.js';

/** A call as it was when it arrived: every property read once, whatever object carries it. */
export interface ReadCall {
  /** Empty where the call has none. */
  readonly id: string;
  readonly name: string;
  readonly arguments: unknown;
  /** Why the call cannot be run, where its object cannot be read. */
  readonly fault?: ArgumentRefusal;
}

const NO_TEXT = '';

/** Reads a call without trusting its object: getters and proxies may throw, or answer differently each time. */
export function readCall(call: ToolCall): ReadCall {
  try {
    const { id, name, arguments: given } = call ?? {};
    return { id: textOf(id), name: textOf(name), arguments: given };
  } catch {
    const fault = new ArgumentRefusal([{ path: '', message: 'the call cannot be read' }]);
    return { id: NO_TEXT, name: NO_TEXT, arguments: undefined, fault };
  }
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : NO_TEXT;
}
