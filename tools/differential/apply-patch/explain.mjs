import { fold, patternOf, REWRITES, writeDiff } from './rewrites.mjs';

/** Every way to choose up to six rewrites, fewest first. */
function* choices() {
  const all = Array.from({ length: 2 ** REWRITES.length }, (_, bits) =>
    REWRITES.filter((_rewrite, at) => bits & (1 << at)),
  );
  yield* all.filter((chosen) => chosen.length > 0 && chosen.length < 7).toSorted((a, b) => a.length - b.length);
}

function rewritten(one, chosen) {
  let cases = [{ text: one.text, hunks: one.hunks }];
  for (const { apply } of chosen) {
    cases = cases.flatMap((before) =>
      apply(before, one.lines).map((after) => ({ ...after, loose: { ...before.loose, ...flags(after) } })),
    );
  }
  return cases;
}

function flags({ looseEndings, looseEnd }) {
  return { ...(looseEndings ? { endings: true } : {}), ...(looseEnd ? { end: true } : {}) };
}

function comparable(text, loose) {
  const endings = loose.endings ? text.replaceAll('\r\n', '\n') : text;
  return loose.end && endings !== '' && !endings.endsWith('\n') ? `${endings}\n` : endings;
}

function byRewriting(one, mine, applyTheirs) {
  for (const chosen of choices()) {
    for (const { text, hunks, loose } of rewritten(one, chosen)) {
      const theirs = applyTheirs(text, writeDiff(hunks));
      if (theirs.ok && comparable(theirs.text, loose) === comparable(mine.text, loose)) {
        return chosen.map(({ rule }) => rule);
      }
    }
  }
  return undefined;
}

function places(lines, pattern, same) {
  const starts = Array.from({ length: Math.max(0, lines.length - pattern.length + 1) }, (_, start) => start);
  return starts.filter((start) => pattern.every((line, at) => same(line, lines[start + at])));
}

/** A refusal of ours where the other one finds a place: what must be true of the file for the rule to hold. */
function byRefusal(one, mine) {
  const hunk = one.hunks[Number(/hunk (\d+)/.exec(mine.message)?.[1]) - 1];
  if (hunk === undefined) return undefined;
  const full = patternOf(hunk);
  const pattern = full.at(-1) === '' ? full.slice(0, -1) : full;
  const exact = [full, pattern].flatMap((lines) => places(one.lines, lines, (a, b) => a === b));
  const alike = places(one.lines, pattern, (a, b) => fold(a) === fold(b));
  const [, anchor] = /the line ("(?:[^"\\]|\\.)*") named after @@/.exec(mine.message) ?? [];
  if (mine.kind === 'ambiguous' && alike.length > 1) {
    return exact.length === 0
      ? 'a tolerant match must be the only one'
      : 'a tolerant match must be the only one, where the exact place is above the cursor';
  }
  if (anchor !== undefined) {
    const found = one.lines.some((line) => fold(line) === fold(JSON.parse(anchor)));
    return found
      ? 'an anchor is searched below the cursor, also where the line stands above it'
      : 'a missing anchor fails the hunk';
  }
  if (mine.kind === 'context_not_found' && hunk.eof) return 'away from the end only a unique exact place counts';
  const anchored = one.hunks.slice(0, one.hunks.indexOf(hunk) + 1).some(({ anchors }) => anchors.length > 0);
  if (mine.kind === 'context_not_found' && anchored && alike.length > 0) {
    return 'an anchor is searched below the cursor, also where the line stands above it';
  }
  if (places([...one.lines, ''], full, (a, b) => a.trim() === b.trim()).length > exact.length) {
    return 'a final line ending starts no further line';
  }
  const earlier = one.hunks.slice(0, one.hunks.indexOf(hunk));
  if (earlier.some((before) => before.eof && patternOf(before).at(-1) === '')) {
    return 'the trailing empty line is dropped before the search away from the end';
  }
  return undefined;
}

/** The rules that a difference follows from, or undefined. */
export function explain(one, mine, applyTheirs) {
  if (mine.ok) return byRewriting(one, mine, applyTheirs);
  const rule = byRefusal(one, mine);
  return rule === undefined ? undefined : [rule];
}
