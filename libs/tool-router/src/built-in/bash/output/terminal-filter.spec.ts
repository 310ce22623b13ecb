import * as fc from 'fast-check';
import { TerminalFilter } from './terminal-filter.js';
import type { TextSink } from './text-sink.js';

/** Keeps everything, so that only the filter decides. */
class Page implements TextSink {
  text = '';
  append(text: string): void {
    this.text += text;
  }
  eraseLine(): void {
    this.text = this.text.slice(0, this.text.lastIndexOf('\n') + 1);
  }
}

function filter(...chunks: readonly string[]): string {
  const page = new Page();
  const terminal = new TerminalFilter(page);
  for (const chunk of chunks) terminal.write(chunk);
  return page.text;
}

describe('TerminalFilter', () => {
  it.each([
    ['colours', '\u001b[1;38;5;208mwarn\u001b[0m: late\n', 'warn: late\n'],
    ['cursor movements and line clearing', 'a\u001b[2K\u001b[1Ab\u001b[?25lc', 'abc'],
    ['a title ended by BEL', '\u001b]2;build 7\u0007done\n', 'done\n'],
    ['a link ended by ST', '\u001b]8;;https://example.org\u001b\\page\u001b]8;;\u001b\\!', 'page!'],
    ['device control and application strings', '\u001bPq#0;1\u001b\\x\u001b_Gf=1\u001b\\y', 'xy'],
    ['two-character sequences and character sets', '\u001b7a\u001b(Bb\u001b=c', 'abc'],
    ['a string that CAN aborts', '\u001b]0;half\u0018rest', 'rest'],
    ['a string without an end, up to the line end', '\u001b]0;half\nnext', '\nnext'],
    ['a broken sequence, without the text after it', '\u001b[12\nx', '\nx'],
    ['a sequence inside a sequence', '\u001b[3\u001b[1mx', 'x'],
    ['a sequence that never ends', 'x\u001b[123', 'x'],
  ])('drops %s', (_, given, wanted) => {
    expect(filter(given)).toBe(wanted);
  });

  it.each([
    ['CRLF is a line end', 'one\r\ntwo\r\n', 'one\ntwo\n'],
    ['several CR before LF too', 'one\r\r\ntwo', 'one\ntwo'],
    ['the last drawing of a line stays', 'log\n 1%\r 50%\r100%\nnext\n', 'log\n100%\nnext\n'],
    ['a CR at the end draws nothing yet', 'ready\r', 'ready'],
    ['a clearing sequence after CR does not hide it', '10%\r\u001b[K20%\r\u001b[K30%\n', '30%\n'],
    ['a CR at the start of a line changes nothing', 'a\n\rb\n', 'a\nb\n'],
  ])('%s', (_, given, wanted) => {
    expect(filter(given)).toBe(wanted);
  });

  it('leaves text without control characters as it is', () => {
    const plain = fc.string({ unit: 'grapheme' }).filter((text) => !text.includes('\r') && !text.includes('\u001b'));
    fc.assert(
      fc.property(plain, (text) => {
        expect(filter(text)).toBe(text);
      }),
    );
  });

  it('gives the same text however the stream is cut', () => {
    const pieces = [
      '\u001b',
      '[',
      ']',
      '0;t',
      '\u0007',
      '\\',
      '3',
      'm',
      '\r',
      '\n',
      'ab',
      'P',
      '(',
      '€',
      '\u0018',
      ' ',
    ];
    const stream = fc.array(fc.constantFrom(...pieces), { maxLength: 40 });
    fc.assert(
      fc.property(stream, fc.array(fc.nat(60), { maxLength: 6 }), (parts, cuts) => {
        const text = parts.join('');
        const at = [0, ...cuts.map((cut) => cut % (text.length + 1)).toSorted((a, b) => a - b), text.length];
        const chunks = at.slice(1).map((end, index) => text.slice(at[index], end));
        expect(filter(...chunks)).toBe(filter(text));
      }),
      { numRuns: 2_000 },
    );
  });
});
