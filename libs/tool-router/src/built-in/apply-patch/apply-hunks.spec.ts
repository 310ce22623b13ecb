import type { BuiltInFailure } from '../built-in-failure.js';
import { applyHunks, type HunkResult } from './apply-hunks.js';
import { envelope } from './fixtures/patch-workspace.js';
import { parsePatch } from './parse-patch.js';
import { SearchBudget } from './search-budget.js';

function run(text: string, hunks: string, budget = new SearchBudget()): HunkResult {
  const [operation] = parsePatch(envelope(`*** Update File: f.txt\n${hunks}`), 1);
  if (operation?.kind !== 'update') throw new Error('no update');
  return applyHunks(text, operation.hunks, 'f.txt', budget);
}

function apply(text: string, hunks: string): string {
  return run(text, hunks).text;
}

function refusal(text: string, hunks: string): BuiltInFailure {
  try {
    run(text, hunks);
  } catch (error) {
    return error as BuiltInFailure;
  }
  throw new Error('accepted');
}

describe('applyHunks', () => {
  it.each([
    ['an LF file', 'a\nb\nc\n', '-b\n+B\n+B2\n', 'a\nB\nB2\nc\n'],
    ['a CRLF file', 'a\r\nb\r\nc\r\n', '-b\n+B\n+B2\n', 'a\r\nB\r\nB2\r\nc\r\n'],
    ['a mixed file that begins with LF', 'a\nb\r\nc\r\n', ' a\n b\n-c\n+C\n', 'a\nb\r\nC\n'],
    ['a mixed file that begins with CRLF', 'a\r\nb\nc\nd\r\n', ' b\n+x\n c\n', 'a\r\nb\nx\r\nc\nd\r\n'],
    ['a file without any line ending', 'a', ' a\n+b\n', 'a\nb\n'],
    ['an empty file', '', '+a\n+b\n', 'a\nb\n'],
    ['a file with lone CRs and other separators', 'a\rb\u2028c\nd\u0085e\n', '-d\u0085e\n+f\n', 'a\rb\u2028c\nf\n'],
  ])('keeps the line endings of %s', (_, before, hunk, after) => {
    expect(apply(before, `@@\n${hunk}`)).toBe(after);
  });

  it.each([
    ['the last line is untouched', 'a\nb', '-a\n+A\n', 'A\nb'],
    ['the last line is context', 'a\nb', '-a\n b\n', 'b'],
    ['lines come before the last one', 'a\nb', '+x\n b\n', 'a\nx\nb'],
    ['the last line is replaced', 'a\nb', '-b\n+c\n', 'a\nc\n'],
    ['the last line is written again', 'a\nb', '-b\n+b\n', 'a\nb\n'],
    ['something is added after it', 'a\nb', ' b\n+c\n', 'a\nb\nc\n'],
    ['the last line is removed', 'a\r\nb', '-b\n', 'a\r\n'],
    ['everything is removed', 'a', '-a\n', ''],
    ['the file ends with a newline', 'a\nb\n', '-b\n+c\n', 'a\nc\n'],
  ])('ends the file rightly when %s', (_, before, hunk, after) => {
    expect(apply(before, `@@\n${hunk}`)).toBe(after);
  });

  it.each([
    ['trailing blanks', 'go \t\nstop\n', ' go\n-stop\n+halt\n', 'go \t\nhalt\n', 'line ends'],
    ['indentation', '    go\n\tstop\n', ' go\n-stop\n+\thalt\n', '    go\n\thalt\n', 'both ends'],
    ['dashes', '1 – 2 − 3 ‐ 4\nx\n', ' 1 - 2 - 3 - 4\n-x\n+y\n', '1 – 2 − 3 ‐ 4\ny\n', 'typographic'],
    ['quotes', '‘a’ ‚b‛ “c” „d‟\nx\n', ` 'a' 'b' "c" "d"\n-x\n+y\n`, '‘a’ ‚b‛ “c” „d‟\ny\n', 'typographic'],
    ['spaces', 'a\u00a0b\u202fc\u3000d\nx\n', ' a b c d\n-x\n+y\n', 'a\u00a0b\u202fc\u3000d\ny\n', 'typographic'],
  ])('overlooks %s, keeps the bytes of the file and says so', (_, before, hunk, after, words) => {
    const { text, notes } = run(before, `@@\n${hunk}`);
    expect(text).toBe(after);
    expect(notes).toEqual([expect.stringContaining(words)]);
    expect(notes[0]).toContain('f.txt, hunk 1 (patch line 3) was applied at lines 1-2');
  });

  it('does not overlook a byte order mark inside the text', () => {
    expect(refusal('\ufeffa\n', '@@\n-a\n+b\n').kind).toBe('context_not_found');
  });

  it('searches the whole file at one level before it becomes more tolerant', () => {
    expect(run('  end\nend \nend\n', '@@\n-end\n+fin\n')).toMatchObject({ text: '  end\nend \nfin\n', notes: [] });
  });

  it('takes the first exact match below the cursor', () => {
    expect(apply('x\nx\nx\n', '@@\n-x\n+1\n@@\n-x\n+2\n')).toBe('1\n2\nx\n');
  });

  it('refuses a tolerant match that is not the only one', () => {
    const { kind, message } = refusal(' end\nmid\n  end\n', '@@\n-end\n+fin\n');
    expect(kind).toBe('ambiguous');
    expect(message).toContain('lines 1, 3');
  });

  describe('anchors', () => {
    const source = 'class A:\n  def f():\n    pass\nclass B:\n  def f():\n    pass\n';

    it('lead to the place below them', () => {
      expect(apply(source, '@@ class B:\n-    pass\n+    return\n')).toBe(source.replace(/pass\n$/, 'return\n'));
    });

    it('are searched one below the other', () => {
      expect(apply(source, '@@ class B:\n@@ def f():\n+    go()\n')).toBe(`${source.slice(0, -9)}    go()\n    pass\n`);
    });

    it('must all be there', () => {
      const { kind, message } = refusal(source, '@@ class B:\n@@ def g():\n-    pass\n');
      expect(kind).toBe('context_not_found');
      expect(message).toContain('"def g():"');
      expect(message).toContain('below line 4');
    });

    it('must stand in their order', () => {
      const { message } = refusal('inner\nouter\nx\n', '@@ outer\n@@ inner\n-x\n');
      expect(message).toContain('It stands above, at line 1.');
    });

    it('are met at the first tolerant hit', () => {
      expect(apply('  go\n   go\n', '@@ go\n+x\n')).toBe('  go\nx\n   go\n');
    });

    it('prefer a line that is equal over one that is alike', () => {
      expect(apply('  go\ngo\n', '@@ go\n+x\n')).toBe('  go\ngo\nx\n');
      expect(apply('go \n  go\n', '@@   go\n+x\n')).toBe('go \n  go\nx\n');
    });

    it('may be repeated as first line of a hunk that stands only once', () => {
      const { text, notes } = run('a\nb\na\nc\n', '@@ a\n a\n-b\n');
      expect(text).toBe('a\na\nc\n');
      expect(notes).toEqual([expect.stringContaining('at lines 1-2, which is not below its @@ lines')]);
      const { kind, hint } = refusal('a\nb\nz\na\nb\n', '@@ z\n@@ a\n a\n-b\n@@\n-b\n@@ b\n b\n');
      expect(kind).toBe('context_not_found');
      expect(hint).toContain('must not be repeated');
    });

    it('below the lines of a hunk do not hide the only place', () => {
      expect(apply('x\nfn\ny\n', '@@ fn\n-x\n+X\n')).toBe('X\nfn\ny\n');
      expect(refusal('x\nx\nfn\ny\n', '@@ fn\n-x\n+X\n').kind).toBe('context_not_found');
      expect(refusal('x\nfn\ny\n', '@@ fn\n@@ gone\n-x\n+X\n').kind).toBe('context_not_found');
    });

    it('of line numbers are none', () => {
      expect(apply('a\nb\n', '@@ -90,2 +90,2 @@ nowhere\n-b\n+c\n')).toBe('a\nc\n');
    });
  });

  describe('insertions', () => {
    it.each([
      ['below an anchor', '@@ a\n+x\n', 'a\nx\nb\n'],
      ['at the end without one', '@@\n+x\n', 'a\nb\nx\n'],
      ['at the end with an anchor and End of File', '@@ a\n+x\n*** End of File\n', 'a\nb\nx\n'],
    ])('go %s', (_, hunk, after) => {
      expect(apply('a\nb\n', hunk)).toBe(after);
    });

    it('at the end leave the cursor where it was', () => {
      expect(apply('a\na\nb\n', '@@\n-a\n+1\n@@\n+end\n@@\n-a\n+2\n')).toBe('1\n2\nb\nend\n');
    });

    it('at one place keep the order of the patch', () => {
      expect(apply('a\n', '@@\n+1\n@@\n+2\n')).toBe('a\n1\n2\n');
    });

    it('between quoted lines need the lines to be neighbours', () => {
      expect(apply('a\nb\n', '@@\n a\n+x\n b\n')).toBe('a\nx\nb\n');
      expect(refusal('a\nz\nb\n', '@@\n a\n+x\n b\n').kind).toBe('context_not_found');
    });
  });

  describe('End of File', () => {
    it('takes the last place, also at a tolerant level', () => {
      expect(apply('x\ny\nx\n', '@@\n-x\n+z\n*** End of File\n')).toBe('x\ny\nz\n');
      expect(apply('x\ny\n x\n', '@@\n-x\n+z\n*** End of File\n')).toBe('x\ny\nz\n');
    });

    it('falls back to the only exact place and says so', () => {
      const { text, notes } = run('x\ny\n', '@@\n-x\n+z\n*** End of File\n');
      expect(text).toBe('z\ny\n');
      expect(notes).toEqual([expect.stringContaining('not at the end of the file')]);
    });

    it('does not choose between several places', () => {
      const several = refusal('x\ny\nx\ny\n', '@@\n-x\n+z\n*** End of File\n');
      expect(several).toMatchObject({
        kind: 'context_not_found',
        hint: expect.stringContaining('"*** End of File" out'),
      });
      expect(several.message).toContain(
        'not at the end of the file; they stand at more than one other place, lines 1, 3',
      );
      expect(refusal(' x\ny\n', '@@\n-x\n+z\n*** End of File\n').kind).toBe('context_not_found');
    });
  });

  describe('a trailing empty line', () => {
    it('is kept where the file has it', () => {
      expect(apply('a\n\nb\na\n', '@@\n-a\n+x\n\n')).toBe('x\n\nb\na\n');
    });

    it('is dropped where the file has none, and added lines keep their place', () => {
      expect(apply('a\nb\n', '@@\n a\n+x\n\n+y\n')).toBe('a\nx\ny\nb\n');
      expect(apply('a\nb\n', '@@\n-b\n+c\n\n*** End of File\n')).toBe('a\nc\n');
      expect(apply('a\nb\n', '@@ a\n+x\n\n')).toBe('a\nx\nb\n');
      expect(apply('', '@@\n+x\n\n')).toBe('x\n');
    });

    it('is dropped only once', () => {
      expect(refusal('a\nb\n', '@@\n-a\n+c\n\n\n').kind).toBe('context_not_found');
    });
  });

  describe('hunks out of order', () => {
    it('are placed where their lines stand exactly once', () => {
      const { text, notes } = run('1\n2\n3\n4\n', '@@\n-3\n+three\n@@\n-1\n+one\n@@\n-2\n+two\n');
      expect(text).toBe('one\ntwo\nthree\n4\n');
      expect(notes).toEqual([expect.stringContaining('hunk 2 (patch line 6) was applied at line 1, which is above')]);
    });

    it('may have anchors', () => {
      expect(apply('f\n x\ng\n y\n', '@@ g\n- y\n+ Y\n@@ f\n- x\n+ X\n')).toBe('f\n X\ng\n Y\n');
      expect(apply('f\ng\n', '@@\n-g\n+G\n@@ f\n+x\n')).toBe('f\nx\nG\n');
    });

    it('count only places that no earlier hunk has taken', () => {
      expect(apply('a\nm\na\nz\n', '@@ m\n-a\n+A\n@@\n-z\n+Z\n@@\n-a\n+first\n')).toBe('first\nm\nA\nZ\n');
    });

    it('are refused where more than one place is free, or only a tolerant one', () => {
      const several = refusal('a\nb\na\nz\n', '@@\n-z\n+Z\n@@\n-a\n+A\n');
      expect(several).toMatchObject({ kind: 'context_not_found', message: expect.stringContaining('lines 1, 3') });
      expect(refusal(' a\nz\n', '@@\n-z\n+Z\n@@\n-a\n+A\n').kind).toBe('context_not_found');
      expect(refusal('f\nf\nz\n', '@@\n-z\n+Z\n@@ f\n+x\n').kind).toBe('context_not_found');
    });
  });

  describe('overlapping hunks', () => {
    it('are refused when one runs forward into an earlier one', () => {
      const { kind, message } = refusal('1\n2\n3\n', '@@\n-2\n+two\n@@\n-1\n+one\n@@\n-2\n+zwei\n');
      expect(kind).toBe('overlap');
      expect(message).toContain('hunk 3 (patch line 9): it meets line 2');
    });

    it('are refused when lines are inserted inside an earlier one', () => {
      const hunks = '@@\n a\n b\n-c\n@@\n-0\n+zero\n@@ a\n+x\n';
      expect(refusal('0\na\nb\nc\n', hunks).kind).toBe('overlap');
    });

    it('are named as the reason where lines stand nowhere else', () => {
      const { kind, message } = refusal('1\n2\n3\n', '@@\n 1\n-2\n+two\n@@\n-2\n+zwei\n');
      expect(kind).toBe('context_not_found');
      expect(message).toContain('They stand at line 2, which an earlier hunk of this section covers.');
    });

    it('may touch', () => {
      expect(apply('a\nb\n', '@@\n-a\n+A\n@@\n-b\n+B\n')).toBe('A\nB\n');
      expect(apply('0\na\nb\n', '@@\n-b\n+B\n@@\n-0\n+o\n@@ a\n+x\n')).toBe('o\na\nx\nB\n');
    });
  });

  describe('what a refusal says', () => {
    it('names file, hunk, first diverging line, expected and found', () => {
      const text = Array.from({ length: 40 }, (_, at) => `row ${at + 1}`).join('\n');
      const { message } = refusal(text, '@@ row 5\n-row 6\n@@\n row 20\n row 21\n row twenty-two\n-row 23\n');
      expect(message).toBe(
        'f.txt, hunk 2 (patch line 5): its lines were not found below line 6. ' +
          'The nearest place is lines 20-23: line 22 differs, found "row 22", expected "row twenty-two".',
      );
    });

    it('lets long lines decide on the nearest place, not braces', () => {
      const text = '}\n}\none\ntwo\nfunction halt(now) {\n  end();\n';
      const { message } = refusal(text, '@@\n }\n }\n-function halt(now) {\n-  stop();\n');
      expect(message).toContain('The nearest place is lines 3-6: line 3 differs, found "one", expected "}"');
    });

    it('shows the most similar line where none is equal', () => {
      const { message } = refusal('alpha\nconst retries = 3;\n', '@@\n-const retries = 4;\n');
      expect(message).toContain('The nearest place is line 2');
      expect(message).toContain('found "const retries = 3;"');
    });

    it('says what stands there where nothing is similar', () => {
      expect(refusal('qqq\n', '@@\n-www\n').message).toContain('Expected "www"; no line is like it, line 1 has "qqq".');
      expect(refusal('', '@@\n-www\n').message).toContain('nothing stands there');
    });

    it('says where the file ends too early', () => {
      expect(refusal('aaa\nbbb\n', '@@\n bbb\n-ccc\n').message).toContain(
        'the file ends before line 3, expected "ccc"',
      );
    });

    it('cuts long lines', () => {
      const { message } = refusal(`${'é'.repeat(5_000)}1\n`, `@@\n-${'é'.repeat(5_000)}2\n`);
      expect(message.length).toBeLessThan(700);
    });
  });

  it('counts lines, and changes nothing where nothing is asked', () => {
    expect(run('a\nb\nc\n', '@@\n a\n-b\n-c\n+x\n')).toMatchObject({ linesAdded: 1, linesRemoved: 2 });
    expect(run('a\nb\n', '@@\n a\n b\n')).toEqual({ text: 'a\nb\n', linesAdded: 0, linesRemoved: 0, notes: [] });
  });

  it('stays fast on text that repeats itself', () => {
    const text = 'a\n'.repeat(300_000);
    const hunk = `@@\n${' a\n'.repeat(10_000)}-b\n`;
    const started = performance.now();
    expect(refusal(text, hunk).kind).toBe('context_not_found');
    expect(performance.now() - started).toBeLessThan(15_000);
  });

  it('gives up where the search takes too much work', () => {
    const text = 'a\nb\n'.repeat(100);
    const hunks = '@@ b\n-a\n+c\n'.repeat(100);
    expect(() => run(text, hunks, new SearchBudget(50))).toThrow(expect.objectContaining({ kind: 'limit' }));
  });
});
