import { writeHunk } from './generate.mjs';

const FOLDS = [
  [/[\u2010-\u2015\u2212]/g, '-'],
  [/[\u2018-\u201b]/g, "'"],
  [/[\u201c-\u201f]/g, '"'],
  [/[\u00a0\u2002-\u200a\u202f\u205f\u3000]/g, ' '],
];

/** A line as the most tolerant level sees it; written apart from the library on purpose. */
export function fold(line) {
  const trimmed = line.replace(/^[\p{White_Space}]+|[\p{White_Space}]+$/gu, '');
  return FOLDS.reduce((text, [odd, plain]) => text.replace(odd, plain), trimmed);
}

export function patternOf({ body }) {
  return body.filter((line) => !line.startsWith('+')).map((line) => line.slice(1));
}

function withoutTrailingBlank(hunk) {
  const at = hunk.body.findLastIndex((line) => !line.startsWith('+'));
  return at !== -1 && hunk.body[at].slice(1) === '' ? { ...hunk, body: hunk.body.toSpliced(at, 1) } : hunk;
}

function goesToTheEnd(hunk) {
  return patternOf(hunk).length === 0 && (hunk.anchors.length === 0 || hunk.eof);
}

function asQuotedAtTheEnd(hunk, lines) {
  const last = lines.at(-1);
  return last === undefined ? hunk : { ...hunk, anchors: [], eof: true, body: [` ${last}`, ...hunk.body] };
}

function quotedExactly(line, lines) {
  if (line.startsWith('+') || lines.includes(line.slice(1))) return line;
  const meant = lines.find((candidate) => fold(candidate) === fold(line.slice(1)));
  return meant === undefined ? line : (line === '' ? ' ' : line[0]) + meant;
}

function withAnchorAsContext(hunk) {
  const isInsertion = patternOf(hunk).length === 0 && hunk.anchors.length > 0 && !hunk.eof;
  if (!isInsertion) return hunk;
  return { ...hunk, anchors: hunk.anchors.slice(0, -1), body: [` ${hunk.anchors.at(-1)}`, ...hunk.body] };
}

function permutations(items) {
  if (items.length < 2) return [items];
  return items.flatMap((item, at) => permutations(items.toSpliced(at, 1)).map((rest) => [item, ...rest]));
}

/**
 * What a rule does, spelled out in the patch itself: the other implementation, given the spelled-out patch, must come
 * to our result. Each takes and gives `{ text, hunks }`, several where there is a choice.
 */
export const REWRITES = [
  {
    rule: 'untouched lines keep their own ending, new ones take the first',
    apply: ({ text, hunks }) => [{ text: text.replaceAll('\r\n', '\n'), hunks, looseEndings: true }],
  },
  {
    rule: 'a changed last line ends with a newline',
    apply: ({ text, hunks }) => [{ text: text.endsWith('\n') ? text : `${text}\n`, hunks, looseEnd: true }],
  },
  {
    rule: 'a final line ending starts no further line',
    apply: ({ text, hunks }) => [{ text: text.replace(/\r?\n$/, ''), hunks, looseEnd: true }],
  },
  {
    rule: 'a trailing empty line is dropped when the hunk fails',
    apply: ({ text, hunks }) => [
      ...hunks.map((hunk, at) => ({ text, hunks: hunks.with(at, withoutTrailingBlank(hunk)) })),
      { text, hunks: hunks.map(withoutTrailingBlank) },
    ],
  },
  {
    rule: 'added lines alone go to the end of the file',
    apply: ({ text, hunks }, lines) => [
      {
        text,
        hunks: [
          ...hunks.filter((hunk) => !goesToTheEnd(hunk)),
          ...hunks.filter(goesToTheEnd).map((hunk) => asQuotedAtTheEnd(hunk, lines)),
        ],
      },
    ],
  },
  {
    rule: 'the fourth level folds typographic characters and odd blanks',
    apply: ({ text, hunks }, lines) => [
      {
        text,
        hunks: hunks.map((hunk) => ({ ...hunk, body: hunk.body.map((line) => quotedExactly(line, lines)) })),
      },
    ],
  },
  {
    rule: 'a hunk above an earlier one is found where it is unique',
    apply: ({ text, hunks }) => permutations(hunks).map((ordered) => ({ text, hunks: ordered })),
  },
  {
    rule: 'the search from the top begins with the anchors',
    apply: ({ text, hunks }) => [
      ...hunks.map((hunk, at) => ({ text, hunks: hunks.with(at, { ...hunk, anchors: [] }) })),
      { text, hunks: hunks.map((hunk) => ({ ...hunk, anchors: [] })) },
    ],
  },
  {
    rule: 'an anchor is searched below the cursor, also where the line stands above it',
    apply: ({ text, hunks }) => [{ text, hunks: hunks.map(withAnchorAsContext) }],
  },
  {
    rule: 'an anchor is compared without blanks around it',
    apply: ({ text, hunks }) => [
      { text, hunks: hunks.map((hunk) => ({ ...hunk, anchors: hunk.anchors.map((anchor) => anchor.trim()) })) },
    ],
  },
];

/** The diff of a rewritten case. */
export function writeDiff(hunks) {
  return hunks.map(writeHunk).join('');
}
