import type { TextSink } from './text-sink.js';

const ESCAPE = '\u001b';
const RETURN = '\r';
const CONTROL = new RegExp(`[${ESCAPE}${RETURN}]`, 'g');
/** A whole control sequence: what colours are made of, skipped in one step where a chunk holds all of it. */
const CONTROL_SEQUENCE = new RegExp(`${ESCAPE}\\[[0-?]*[ -/]*[@-~]`, 'y');
/** Introduce strings (titles, links, images) that run up to their own terminator: DCS, SOS, OSC, PM, APC. */
const STRING_STARTS = 'PX]^_';
/** BEL ends a string, CAN and SUB abort it. */
const STRING_ENDS = '\u0007\u0018\u001a';

type State = 'text' | 'escape' | 'control' | 'string' | 'string-escape';

/**
 * Leaves of terminal output what a reader needs: drops escape sequences, makes CRLF a line end, and of a line that is
 * drawn several times after CR keeps the last drawing. Sequences are those of ECMA-48.
 *
 * Keeps a state instead of text, so that neither the borders of the chunks nor an endless sequence matter.
 */
export class TerminalFilter {
  #state: State = 'text';
  #returned = false;
  /** Text of the chunk at hand that is on its way to the sink. */
  #ready = '';

  constructor(private readonly sink: TextSink) {}

  /** Whether text without control characters passes as it is. */
  get isIdle(): boolean {
    return this.#state === 'text' && !this.#returned;
  }

  /** @param text whole characters, as a streaming decoder gives them */
  write(text: string): void {
    if (this.isIdle && !text.includes(ESCAPE) && !text.includes(RETURN)) {
      if (text !== '') this.sink.append(text);
      return;
    }
    let at = 0;
    while (at < text.length) at = this.#state === 'text' ? this.#readText(text, at) : this.#readSequence(text, at);
    this.#flush();
  }

  #readText(text: string, at: number): number {
    const first = text.charAt(at);
    if (first === ESCAPE) {
      CONTROL_SEQUENCE.lastIndex = at;
      if (CONTROL_SEQUENCE.test(text)) return CONTROL_SEQUENCE.lastIndex;
      this.#state = 'escape';
      return at + 1;
    }
    if (first === RETURN) {
      this.#returned = true;
      return at + 1;
    }
    if (this.#returned) {
      this.#returned = false;
      if (first !== '\n') this.#eraseLine();
    }
    CONTROL.lastIndex = at;
    const end = CONTROL.test(text) ? CONTROL.lastIndex - 1 : text.length;
    this.#ready += text.slice(at, end);
    return end;
  }

  #eraseLine(): void {
    this.#flush();
    this.sink.eraseLine();
  }

  #flush(): void {
    if (this.#ready !== '') this.sink.append(this.#ready);
    this.#ready = '';
  }

  /** Takes one character of a sequence; one that does not belong to it is read again as text. */
  #readSequence(text: string, at: number): number {
    const char = text.charAt(at);
    if (this.#state === 'string') return this.#readString(char, at);
    if (this.#state === 'string-escape') {
      this.#state = char === '\\' ? 'text' : 'escape';
      return char === '\\' ? at + 1 : at;
    }
    if (char === ESCAPE) this.#state = 'escape';
    else if (this.#state === 'escape' && char === '[') this.#state = 'control';
    else if (this.#state === 'escape' && STRING_STARTS.includes(char)) this.#state = 'string';
    else if (!this.#continues(char)) {
      this.#state = 'text';
      return char >= ' ' && char <= '~' ? at + 1 : at;
    }
    return at + 1;
  }

  #continues(char: string): boolean {
    return char >= ' ' && char <= (this.#state === 'control' ? '?' : '/');
  }

  /** A line end ends a string too: without its terminator it would otherwise hide everything that follows. */
  #readString(char: string, at: number): number {
    if (char === ESCAPE) this.#state = 'string-escape';
    else if (char === '\n') {
      this.#state = 'text';
      return at;
    } else if (STRING_ENDS.includes(char)) this.#state = 'text';
    return at + 1;
  }
}
