import * as fc from 'fast-check';
import { rm } from 'node:fs/promises';
import { applyHunks } from './apply-hunks.js';
import { closeWorkspaces, envelope, openWorkspace, type PatchWorkspace } from './fixtures/patch-workspace.js';
import { parsePatch } from './parse-patch.js';
import { SearchBudget } from './search-budget.js';
import { splitLines } from './text-lines.js';

interface SourceLine {
  readonly text: string;
  readonly ending: '\n' | '\r\n';
  readonly action: 'keep' | 'remove';
  /** Lines that are put below this one. */
  readonly added: readonly string[];
}

const content = fc.string({ unit: fc.constantFrom(...Array.from('ab @-+*\t\u00a0“–é😀\r\u2028{}')), maxLength: 8 });
const newLine = content.map((text) => text.replace(/\r+$/, ''));
const action = fc.oneof(
  { weight: 5, arbitrary: fc.constant<'keep'>('keep') },
  { weight: 1, arbitrary: fc.constant<'remove'>('remove') },
);

function sourceLines(text: fc.Arbitrary<string>, ending: fc.Arbitrary<'\n' | '\r\n'>): fc.Arbitrary<SourceLine[]> {
  const added = fc.oneof(
    { weight: 5, arbitrary: fc.constant([]) },
    { weight: 1, arbitrary: fc.array(newLine, { maxLength: 3 }) },
  );
  return fc.array(fc.record({ text, ending, action, added }), { minLength: 1, maxLength: 25 });
}

const endings = fc.constantFrom<fc.Arbitrary<'\n' | '\r\n'>>(
  fc.constant('\n'),
  fc.constant('\r\n'),
  fc.constantFrom('\n', '\r\n'),
);

/** The file before and after, by the rules alone: what is kept keeps its ending, what is new takes the first one. */
function sides(lines: readonly SourceLine[], finalNewline: boolean): { before: string; after: string } {
  const ending = (at: number): string => (at === lines.length - 1 && !finalNewline ? '' : (lines[at]?.ending ?? ''));
  const eol = ending(0) === '' ? '\n' : ending(0);
  let before = '';
  let after = '';
  const put = (text: string, end: string): void => {
    after += (after === '' || after.endsWith('\n') ? '' : eol) + text + end;
  };
  let unended = '';
  for (const [at, line] of lines.entries()) {
    before += line.text + ending(at);
    if (line.action === 'keep') {
      put(line.text, ending(at));
      unended = ending(at) === '' ? eol : '';
    }
    for (const text of line.added) {
      after += unended;
      unended = '';
      after += text + eol;
    }
  }
  return { before, after };
}

function signed(line: SourceLine): string {
  return `${line.action === 'keep' ? ' ' : '-'}${line.text}\n${line.added.map((text) => `+${text}\n`).join('')}`;
}

/** One hunk that quotes the whole file. */
function wholeHunk(lines: readonly SourceLine[]): string {
  return `@@\n${lines.map(signed).join('')}*** End of File\n`;
}

/** A hunk for each run of changes, with up to `context` unchanged lines around it. */
function sparseHunks(lines: readonly SourceLine[], context: number): string {
  const wanted = lines.map((_, at) =>
    lines
      .slice(Math.max(0, at - context), at + context + 1)
      .some((line) => line.action === 'remove' || line.added.length > 0),
  );
  let patch = '';
  for (const [at, line] of lines.entries()) {
    if (!wanted[at]) continue;
    if (!wanted[at - 1]) patch += '@@\n';
    patch += signed(line);
  }
  return patch;
}

function run(before: string, hunks: string): string {
  const [update] = parsePatch(envelope(`*** Update File: f\n${hunks}`), 1);
  if (update?.kind !== 'update') throw new Error('no update');
  return applyHunks(before, update.hunks, 'f', new SearchBudget()).text;
}

describe('apply_patch, for every file and every edit', () => {
  afterEach(closeWorkspaces);

  it('cuts a text into lines that join to it again', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('a', 'b', '\r', '\n', '\u2028') }), (text) => {
        const { lines, endings: ends } = splitLines(text);
        expect(lines.map((line, at) => line + ends[at]).join('')).toBe(text);
        expect(lines.some((line) => line.includes('\n'))).toBe(false);
      }),
    );
  });

  it('a hunk that quotes the whole file gives the edited file', () => {
    // A carriage return at the end of a line cannot be written in a patch: there it belongs to the line ending.
    const property = fc.property(
      endings.chain((ending) => sourceLines(newLine, ending)),
      fc.boolean(),
      (lines, finalNewline) => {
        fc.pre(finalNewline || lines.at(-1)?.text !== '');
        const { before, after } = sides(lines, finalNewline);
        expect(run(before, wholeHunk(lines))).toBe(after);
      },
    );
    fc.assert(property, { numRuns: 500 });
  });

  it('hunks with little context give the edited file where lines are different', () => {
    const property = fc.property(
      endings.chain((ending) => sourceLines(newLine, ending)),
      fc.boolean(),
      fc.integer({ min: 0, max: 3 }),
      (drawn, finalNewline, context) => {
        const lines = drawn.map((line, at) => ({ ...line, text: `${at}:${line.text}` }));
        const hunks = sparseHunks(lines, context);
        fc.pre(hunks !== '');
        const { before, after } = sides(lines, finalNewline);
        expect(run(before, hunks)).toBe(after);
      },
    );
    fc.assert(property, { numRuns: 500 });
  });

  it('on the disk too, with byte order mark and mode', async () => {
    const ws = await openWorkspace();
    const property = fc.asyncProperty(
      endings.chain((ending) => sourceLines(newLine, ending)),
      fc.boolean(),
      async (lines, bom) => {
        const mark = bom ? '\ufeff' : '';
        const { before, after } = sides(lines, true);
        fc.pre(!before.startsWith('\ufeff'));
        await ws.write({ f: mark + before });
        await ws.apply(`*** Update File: f\n${wholeHunk(lines)}`);
        expect(await ws.read('f')).toBe(mark + after);
      },
    );
    await fc.assert(property, { numRuns: 60 });
  });
});

type Files = ReadonlyMap<string, string>;

interface Step {
  readonly sections: string;
  /** The files afterwards, or undefined where the operation is not possible. */
  next(files: Files): Files | undefined;
}

const PATHS = ['a', 'b', 'd/a', 'd/e/b'];
const path = fc.constantFrom(...PATHS);

function changed(files: Files, edits: Readonly<Record<string, string | undefined>>): Files {
  const next = new Map(files);
  for (const [name, text] of Object.entries(edits)) {
    if (text === undefined) next.delete(name);
    else next.set(name, text);
  }
  return next;
}

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.tuple(path, fc.nat(9)).map(([name, value]) => ({
    sections: `*** Add File: ${name}\n+v${value}\n`,
    next: (files: Files) => (files.has(name) ? undefined : changed(files, { [name]: `v${value}\n` })),
  })),
  path.map((name) => ({
    sections: `*** Delete File: ${name}\n`,
    next: (files: Files) => (files.has(name) ? changed(files, { [name]: undefined }) : undefined),
  })),
  path.map((name) => ({
    sections: `*** Update File: ${name}\n@@\n+more\n`,
    next: (files: Files) => (files.has(name) ? changed(files, { [name]: `${files.get(name)}more\n` }) : undefined),
  })),
  fc.tuple(path, path, fc.boolean()).map(([from, to, edit]) => ({
    sections: `*** Update File: ${from}\n*** Move to: ${to}\n${edit ? '@@\n+more\n' : ''}`,
    next: (files: Files) => {
      const text = files.get(from);
      if (text === undefined || (from !== to && files.has(to))) return undefined;
      return changed(files, { [from]: undefined, [to]: edit ? `${text}more\n` : text });
    },
  })),
);

async function filesOf(ws: PatchWorkspace): Promise<Record<string, string>> {
  const names = Object.entries(await ws.snapshot()).filter(([, entry]) => entry.startsWith('file'));
  return Object.fromEntries(await Promise.all(names.map(async ([name]) => [name, await ws.read(name)] as const)));
}

describe('apply_patch, for every row of operations', () => {
  afterEach(closeWorkspaces);

  it('ends as the operations say, or leaves the disk as it was', async () => {
    const ws = await openWorkspace();
    const property = fc.asyncProperty(
      fc.subarray(PATHS),
      fc.array(step, { minLength: 1, maxLength: 8 }),
      async (present, steps) => {
        for (const name of ['a', 'b', 'd']) await rm(ws.at(name), { recursive: true, force: true });
        await ws.write(Object.fromEntries(present.map((name) => [name, `${name}\n`])));
        const before = await ws.snapshot();
        const start: Files = new Map(present.map((name) => [name, `${name}\n`]));
        const expected = steps.reduce<Files | undefined>((files, one) => files && one.next(files), start);
        const sections = steps.map((one) => one.sections).join('');
        if (expected === undefined) {
          expect((await ws.fail(sections)).message).toContain('Nothing was changed.');
          expect(await ws.snapshot()).toEqual(before);
        } else {
          await ws.apply(sections);
          expect(await filesOf(ws)).toEqual(Object.fromEntries(expected));
        }
      },
    );
    await fc.assert(property, { numRuns: 150 });
  });

  it('leaves the disk as it was wherever the failing operation stands', async () => {
    const ws = await openWorkspace();
    await ws.write({ a: '1\n', b: '1\n', c: '1\n', taken: '1\n' });
    const before = await ws.snapshot();
    const good = [
      '*** Update File: a\n@@\n-1\n+2\n',
      '*** Update File: b\n*** Move to: x/b\n@@\n-1\n+2\n',
      '*** Delete File: c\n',
      '*** Add File: y/z/n\n+2\n',
    ];
    const bad = fc.constantFrom(
      '*** Update File: taken\n@@\n-9\n+2\n',
      '*** Update File: taken\n@@ nowhere\n+2\n',
      '*** Add File: taken\n+2\n',
      '*** Delete File: missing\n',
      '*** Update File: taken\n*** Move to: ../out\n',
      '*** Rename File: taken\n',
    );
    const property = fc.asyncProperty(fc.shuffledSubarray(good), bad, fc.nat(4), async (sections, failing, at) => {
      await ws.fail(sections.toSpliced(at, 0, failing).join(''));
      expect(await ws.snapshot()).toEqual(before);
    });
    await fc.assert(property, { numRuns: 60 });
  });
});
