/** Letters that Python's `re` knows after a backslash, outside and inside of a class. */
const ESCAPES = 'aAbBdDfnrsStvwWZ';
const CLASS_ESCAPES = 'abfnrtv';
const CLASS_SETS = 'dDsSwW';

/** What may follow `(?`; names, which JavaScript writes in another way, are not among it. */
const GROUP = /\?(?::|=|!|<=|<!)/y;

/** A group that looks back has one width in Python: nothing in it repeats, branches or nests. */
const FIXED_WIDTH = /[^()|*+?{}\\]*\)/y;

const HEX = { x: /[\dA-Fa-f]{2}/y, u: /[\dA-Fa-f]{4}/y };

/** Counts that are too large for Python, a `{,n}` that only Python reads as a count, and anchors that it cannot repeat. */
const NO_COUNTS = /\{\d{10}|,\d{10}|\{,\d*\}|\\[AZ][*+?{]/;

/**
 * Whether a valid pattern of JavaScript is one of Python's `re`, with which OpenAI checks every `pattern`: a single one
 * that does not compile fails the request. Errs on the side of no.
 */
export function isPythonPattern(source: string): boolean {
  return !NO_COUNTS.test(source) && new PatternScan(source).fits();
}

class PatternScan {
  private at = 0;
  private readonly open: number[] = [];
  private readonly closed = new Set<number>();
  private groups = 0;

  constructor(private readonly source: string) {}

  fits(): boolean {
    while (this.at < this.source.length) {
      const next = this.source[this.at++];
      if (next === '\\' && !this.escape()) return false;
      if (next === '[' && !this.set()) return false;
      if (next === '(' && !this.group()) return false;
      if (next === ')') this.closed.add(this.open.pop() ?? 0);
    }
    return true;
  }

  private group(): boolean {
    if (this.source[this.at] !== '?') {
      this.open.push(++this.groups);
      return true;
    }
    this.open.push(0);
    const kind = this.take(GROUP);
    if (kind === undefined) return false;
    if (!kind.startsWith('?<')) return true;
    FIXED_WIDTH.lastIndex = this.at;
    return FIXED_WIDTH.test(this.source);
  }

  private escape(): boolean {
    const next = this.source[this.at] ?? '';
    if (/[1-9]/.test(next)) {
      const number = this.take(/\d+/y);
      return this.closed.has(Number(number));
    }
    return this.character(ESCAPES);
  }

  /** One escaped character that is no reference to a group. */
  private character(letters: string): boolean {
    const next = this.source[this.at++] ?? '';
    if (next === '0') return !/\d/.test(this.source[this.at] ?? '');
    if (next === 'x' || next === 'u') return this.take(HEX[next]) !== undefined;
    return !/[\dA-Za-z]/.test(next) || letters.includes(next);
  }

  /** A class. In Python a `]` at its begin is a character, and no end of a range may be a set such as `\d`. */
  private set(): boolean {
    this.take(/\^/y);
    if (this.source[this.at] === ']') return false;
    this.take(/-/y);
    for (let afterSet = false, next = this.source[this.at]; next !== undefined; next = this.source[this.at]) {
      this.at += 1;
      if (next === ']') return true;
      const ranges = next === '-' && this.source[this.at] !== ']';
      if (ranges && (afterSet || this.isSet())) return false;
      this.at -= 1;
      afterSet = this.isSet();
      this.at += 1;
      if (next !== '\\') continue;
      if (afterSet) this.at += 1;
      else if (!this.character(CLASS_ESCAPES)) return false;
    }
    return false;
  }

  private isSet(): boolean {
    return this.source[this.at] === '\\' && CLASS_SETS.includes(this.source[this.at + 1] ?? ' ');
  }

  private take(what: RegExp): string | undefined {
    what.lastIndex = this.at;
    const found = what.exec(this.source)?.[0];
    this.at += found?.length ?? 0;
    return found;
  }
}
