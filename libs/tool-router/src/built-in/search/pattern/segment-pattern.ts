/** Tells whether one name between two slashes fits. */
export type NameTest = (name: string) => boolean;

type CharTest = (char: string) => boolean;
const STAR = '*';
type Part = CharTest | typeof STAR;

const NAMED_CLASSES = new Map<string, RegExp>([
  ['alpha', /^\p{L}$/u],
  ['digit', /^\d$/],
  ['alnum', /^[\p{L}\d]$/u],
  ['upper', /^\p{Lu}$/u],
  ['lower', /^\p{Ll}$/u],
  ['space', /^\s$/],
  ['punct', /^[!-/:-@[-`{-~]$/],
  ['xdigit', /^[\dA-Fa-f]$/],
]);

interface Bracket {
  readonly test: CharTest;
  readonly end: number;
}

/** Reads `[...]` from its opening bracket; undefined where it is never closed. */
function readBracket(chars: readonly string[], open: number): Bracket | undefined {
  const tests: CharTest[] = [];
  let at = open + 1;
  const negated = chars[at] === '!' || chars[at] === '^';
  if (negated) at++;
  for (let first = true; at < chars.length; first = false) {
    if (chars[at] === ']' && !first) {
      return { test: (char) => tests.some((test) => test(char)) !== negated, end: at };
    }
    const named = /^\[:([a-z]+):\]/.exec(chars.slice(at, at + 10).join(''));
    const known = named?.[1] === undefined ? undefined : NAMED_CLASSES.get(named[1]);
    if (named !== null && known !== undefined) {
      tests.push((char) => known.test(char));
      at += named[0].length;
      continue;
    }
    if (chars[at] === '\\') at++;
    const from = chars[at++];
    if (from === undefined) return undefined;
    if (chars[at] === '-' && chars[at + 1] !== undefined && chars[at + 1] !== ']') {
      if (chars[++at] === '\\') at++;
      const to = chars[at++];
      if (to === undefined) return undefined;
      tests.push((char) => pointOf(char) >= pointOf(from) && pointOf(char) <= pointOf(to));
    } else {
      tests.push((char) => char === from);
    }
  }
  return undefined;
}

function pointOf(char: string): number {
  return char.codePointAt(0) ?? 0;
}

function readParts(
  pattern: string,
): { readonly parts: readonly Part[]; readonly literals: readonly string[] } | undefined {
  const chars = Array.from(pattern);
  const parts: Part[] = [];
  /** The plain text between stars, for the quick tests; void as soon as `simple` is false. */
  const literals = [''];
  let simple = true;
  for (let at = 0; at < chars.length; at++) {
    let char = chars[at] ?? '';
    if (char === '*') {
      if (parts.at(-1) !== STAR) {
        parts.push(STAR);
        literals.push('');
      }
      continue;
    }
    if (char === '?') {
      parts.push(() => true);
      simple = false;
      continue;
    }
    if (char === '[') {
      const bracket = readBracket(chars, at);
      if (bracket === undefined) return undefined;
      parts.push(bracket.test);
      at = bracket.end;
      simple = false;
      continue;
    }
    if (char === '\\' && at + 1 < chars.length) char = chars[++at] ?? '';
    const wanted = char;
    parts.push((given) => given === wanted);
    literals[literals.length - 1] += wanted;
  }
  return { parts, literals: simple ? literals : [] };
}

/** Compares with one look back to the last star: never more steps than name times pattern, whatever the input. */
function fits(parts: readonly Part[], name: string): boolean {
  const chars = Array.from(name);
  let part = 0;
  let starAt = -1;
  let retryFrom = 0;
  for (let at = 0; at < chars.length;) {
    const wanted = parts[part];
    if (wanted === STAR) {
      starAt = part++;
      retryFrom = at;
    } else if (wanted?.(chars[at] ?? '') === true) {
      part++;
      at++;
    } else if (starAt >= 0) {
      part = starAt + 1;
      at = ++retryFrom;
    } else {
      return false;
    }
  }
  return parts.slice(part).every((rest) => rest === STAR);
}

/**
 * Compiles a glob for one name: `*`, `?`, `[...]` and `\` as an escape; everything else is itself.
 * The time of a test is bounded by name length times pattern length: patterns come from models and from repositories.
 * @returns undefined where a bracket is never closed
 */
export function compileSegment(pattern: string): NameTest | undefined {
  const read = readParts(pattern);
  if (read === undefined) return undefined;
  const { parts, literals } = read;
  const [head, tail] = literals;
  if (literals.length === 1) return (name) => name === head;
  if (literals.length === 2 && head !== undefined && tail !== undefined) {
    const shortest = head.length + tail.length;
    return (name) => name.length >= shortest && name.endsWith(tail) && name.startsWith(head);
  }
  return (name) => fits(parts, name);
}
