/** Alternatives that one pattern may stand for. */
export const MAX_ALTERNATIVES = 1_000;

/** Why a pattern cannot be expanded. */
export class BraceProblem extends Error {}

/** The closing brace and the commas of the group that opens at `open`; undefined where it is never closed. */
function readGroup(
  pattern: string,
  open: number,
): { readonly end: number; readonly commas: readonly number[] } | undefined {
  const commas: number[] = [];
  let depth = 0;
  for (let at = open; at < pattern.length; at++) {
    const char = pattern[at];
    if (char === '\\') at++;
    else if (char === '{') depth++;
    else if (char === ',' && depth === 1) commas.push(at);
    else if (char === '}' && --depth === 0) return { end: at, commas };
  }
  return undefined;
}

function numberRange(text: string): readonly string[] | undefined {
  const [, first, last] = /^(-?\d{1,9})\.\.(-?\d{1,9})$/.exec(text) ?? [];
  if (first === undefined || last === undefined) return undefined;
  const from = Number(first);
  const step = from <= Number(last) ? 1 : -1;
  const length = Math.abs(Number(last) - from) + 1;
  if (length > MAX_ALTERNATIVES) throw new BraceProblem(`stands for more than ${MAX_ALTERNATIVES} alternatives`);
  return Array.from({ length }, (_, index) => String(from + index * step));
}

function alternatives(
  pattern: string,
  open: number,
  end: number,
  commas: readonly number[],
): readonly string[] | undefined {
  if (commas.length === 0) return numberRange(pattern.slice(open + 1, end));
  const bounds = [open, ...commas, end];
  return bounds.slice(1).map((bound, index) => pattern.slice((bounds[index] ?? open) + 1, bound));
}

function* expand(pattern: string, from: number): Generator<string> {
  for (let at = from; at < pattern.length; at++) {
    if (pattern[at] === '\\') at++;
    else if (pattern[at] === '{') {
      const group = readGroup(pattern, at);
      if (group === undefined) throw new BraceProblem('has a { that is never closed');
      const choices = alternatives(pattern, at, group.end, group.commas);
      // A group without a choice, such as {id}, is plain text.
      if (choices === undefined) continue;
      for (const choice of choices) yield* expand(pattern.slice(0, at) + choice + pattern.slice(group.end + 1), at);
      return;
    }
  }
  yield pattern;
}

/**
 * Writes `{a,b}` and `{1..3}` out, nested ones too, as a shell does.
 * @throws BraceProblem for a brace that is never closed and for more than {@link MAX_ALTERNATIVES} results
 */
export function expandBraces(pattern: string): readonly string[] {
  const expanded: string[] = [];
  for (const text of expand(pattern, 0)) {
    if (expanded.push(text) > MAX_ALTERNATIVES)
      throw new BraceProblem(`stands for more than ${MAX_ALTERNATIVES} alternatives`);
  }
  return expanded;
}
