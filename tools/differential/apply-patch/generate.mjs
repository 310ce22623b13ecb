import { randomFrom } from './random.mjs';

const WORDS = [
  'alpha',
  'beta = 1',
  'run()',
  '}',
  '',
  'say “hi”',
  'a – b',
  'end',
  'class A:',
  'def go():',
  'x\u00a0y',
  'nul\u0085',
];
const INDENTS = ['', '', '', '  ', '    ', '\t'];
const TYPED = [
  [/[“”]/g, '"'],
  [/–/g, '-'],
  [/\u00a0/g, ' '],
];

function fileLines(random) {
  const number = random.chance(0.5);
  return Array.from({ length: 3 + random.below(18) }, (_, at) => {
    const word = random.pick(WORDS);
    const line = word === '' ? '' : random.pick(INDENTS) + word + (random.chance(0.1) ? ' ' : '');
    return number && word !== '' ? `${line} ${at}` : line;
  });
}

function endingsFor(random, lines) {
  const style = random.pick(['lf', 'lf', 'lf', 'crlf', 'mixed']);
  const endings = lines.map(() => (style === 'mixed' ? random.pick(['\n', '\r\n']) : style === 'crlf' ? '\r\n' : '\n'));
  if (random.chance(0.25)) endings[endings.length - 1] = '';
  return endings;
}

/** Quotes a line as a model would: exactly, or with one of the slips that the levels overlook. */
function quote(random, line, slip) {
  if (slip === 'trailing') return random.chance(0.5) ? line.trimEnd() : `${line}  `;
  if (slip === 'indent') return line.trim() === '' ? line : `${random.pick(INDENTS)}${line.trim()}`;
  if (slip === 'typed') return TYPED.reduce((text, [odd, plain]) => text.replace(odd, plain), line);
  if (slip === 'wrong') return random.chance(0.2) ? `${line}?` : line;
  return line;
}

function anchorsFor(random, lines, start) {
  const kind = random.below(14);
  if (kind < 7 || start === 0) return [];
  const above = random.below(start);
  if (kind === 7) return ['no such line'];
  if (kind === 8) return [lines[above], 'no such line'];
  if (kind < 11 && above + 1 < start) return [lines[above], lines[above + 1 + random.below(start - above - 1)]];
  return [lines[above]];
}

function hunkAt(random, lines, from) {
  const start = from + random.below(Math.max(1, lines.length - from));
  const end = Math.min(lines.length, start + random.pick([0, 1, 2, 2, 3, 3]));
  const slip = random.pick(['', '', '', '', 'trailing', 'indent', 'typed', 'wrong']);
  const body = [];
  for (let at = start; at < end; at++) {
    const sign = random.chance(0.4) ? '-' : ' ';
    body.push(sign + quote(random, lines[at], slip));
    if (random.chance(0.4)) body.push(`+${random.pick(WORDS)} new`);
  }
  if (!body.some((line) => line.startsWith('-') || line.startsWith('+'))) body.push('+added');
  if (random.chance(0.08)) body.push('');
  const atEnd = end === lines.length;
  return {
    end,
    anchors: anchorsFor(random, lines, start).filter((anchor) => anchor.trim() !== ''),
    body,
    range: random.chance(0.05),
    eof: random.chance(atEnd ? 0.4 : 0.05),
  };
}

/** A file and the hunks of one update, some right, some with slips. */
export function generateCase(seed) {
  const random = randomFrom(seed);
  const lines = fileLines(random);
  const endings = endingsFor(random, lines);
  const hunks = [];
  for (let from = 0, count = 1 + random.below(3); count > 0 && from < lines.length; count--) {
    const hunk = hunkAt(random, lines, from);
    hunks.push(hunk);
    from = hunk.end;
  }
  if (hunks.length > 1 && random.chance(0.15)) hunks.reverse();
  const text = lines.map((line, at) => line + endings[at]).join('');
  const isOpen = lines.at(-1) === '' && endings.at(-1) === '';
  return { seed, text, lines: isOpen ? lines.slice(0, -1) : lines, hunks, diff: hunks.map(writeHunk).join('') };
}

/** A hunk as patch text. */
export function writeHunk({ anchors, body, range, eof }) {
  const opening =
    anchors.length > 0 ? anchors.map((anchor) => `@@ ${anchor}\n`).join('') : range ? '@@ -1,2 +1,2 @@\n' : '@@\n';
  return `${opening}${body.map((line) => `${line}\n`).join('')}${eof ? '*** End of File\n' : ''}`;
}
