import { BuiltInFailure } from '../built-in-failure.js';
import { envelope } from './fixtures/patch-workspace.js';
import { parsePatch } from './parse-patch.js';

const UPDATE = '*** Update File: a.c\n@@\n-x\n+y\n';

function parse(patch: string) {
  return parsePatch(patch, 10);
}

function refusal(patch: string): BuiltInFailure {
  try {
    parse(patch);
  } catch (error) {
    if (error instanceof BuiltInFailure) return error;
  }
  throw new Error(`accepted: ${patch}`);
}

describe('parsePatch', () => {
  it('reads every kind of section', () => {
    const sections = [
      '*** Add File: new dir/ä.txt\n+one\n+\n++two\n',
      '*** Delete File: gone.txt\n',
      '*** Update File: from.c\n*** Move to: to.c\n@@ int main\n@@   if (x)\n keep\n-old\n+new\n*** End of File\n',
    ];
    expect(parse(envelope(sections.join('')))).toEqual([
      { kind: 'add', path: 'new dir/ä.txt', lines: ['one', '', '+two'] },
      { kind: 'delete', path: 'gone.txt' },
      {
        kind: 'update',
        path: 'from.c',
        moveTo: 'to.c',
        hunks: [
          {
            anchors: ['int main', '  if (x)'],
            lines: [
              { kind: 'context', text: 'keep' },
              { kind: 'remove', text: 'old' },
              { kind: 'add', text: 'new' },
            ],
            endOfFile: true,
            patchLine: 9,
          },
        ],
      },
    ]);
  });

  it('reads several hunks, the first with or without its opening line', () => {
    const [update] = parse(envelope('*** Update File: a\n-x\n+y\n@@\n-z\n@@ -3,4 +5 @@ fn\n+w\n'));
    expect(update).toMatchObject({
      hunks: [
        { anchors: [], lines: [{ kind: 'remove' }, { kind: 'add' }] },
        { anchors: [], lines: [{ kind: 'remove', text: 'z' }] },
        { anchors: [], lines: [{ kind: 'add', text: 'w' }] },
      ],
    });
  });

  it.each([
    ['a plain opening before an anchor', '@@\n@@ fn a\n-x\n'],
    ['a line range before an anchor', '@@ -1 +1 @@\n@@ fn a\n-x\n'],
    ['a plain opening after an anchor', '@@ fn a\n@@   \n-x\n'],
  ])('takes %s as one hunk', (_, hunk) => {
    expect(parse(envelope(`*** Update File: a\n${hunk}`))).toMatchObject([{ hunks: [{ anchors: ['fn a'] }] }]);
  });

  it.each([
    ['blank lines around it', `\n \t\n${envelope(UPDATE)}\n  \n`],
    ['padded first and last lines', `\t*** Begin Patch  \n${UPDATE} *** End Patch\u00a0`],
    ['CRLF line endings', envelope(UPDATE).replaceAll('\n', '\r\n')],
    ['several CRs before each LF', envelope(UPDATE).replaceAll('\n', '\r\r\n')],
    ['no final newline', envelope(UPDATE).trimEnd()],
    ['a here-document', `<<EOF\n${envelope(UPDATE)}EOF`],
    ['a quoted here-document with blank lines', `<<'PATCH'\n\n${envelope(UPDATE)}\n\nPATCH\n`],
    ['a doubly quoted here-document', `<<"EOF"\n${envelope(UPDATE)}EOF\n`],
    ['the command in front', `apply_patch <<'EOF'\n${envelope(UPDATE)}EOF\n`],
    ['the bare command in front', `apply_patch\n${envelope(UPDATE)}`],
    ['a notebook cell', `%%bash\napply_patch <<"EOF"\n${envelope(UPDATE)}EOF\n`],
    ['a code fence', `\`\`\`patch\n${envelope(UPDATE)}\`\`\`\n`],
    ['a fence around a here-document', `~~~\n<<EOF\n${envelope(UPDATE)}EOF\n~~~\n`],
    ['short headers', envelope('*** Update: a.c\n@@\n-x\n+y\n')],
    ['blank lines between sections', envelope(`\n\n${UPDATE}*** End of File\n\n \n`)],
    ['blank lines after the header', envelope('*** Update File: a.c\n\n\n@@\n-x\n+y\n')],
  ])('accepts %s', (_, patch) => {
    expect(parse(patch)).toMatchObject([
      { kind: 'update', path: 'a.c', hunks: [{ lines: [{ text: 'x' }, { text: 'y' }] }] },
    ]);
  });

  it('trims padded headers where no hunk is open', () => {
    const operations = parse(envelope('\t*** Add File: a \n+1\n  *** Delete File: b\n *** Update File: c\n@@\n-x\n'));
    expect(operations.map(({ kind, path }) => [kind, path])).toEqual([
      ['add', 'a'],
      ['delete', 'b'],
      ['update', 'c'],
    ]);
  });

  it('takes signed and padded markers inside a hunk as content', () => {
    const [update] = parse(
      envelope('*** Update File: a\n@@\n *** End Patch\n-*** Add File: b\n+*** End of File\n *** Move to: c\n'),
    );
    expect(update).toMatchObject({
      hunks: [
        { lines: ['*** End Patch', '*** Add File: b', '*** End of File', '*** Move to: c'].map((text) => ({ text })) },
      ],
    });
  });

  it('accepts a rename without hunks', () => {
    expect(parse(envelope('*** Update File: a\n*** Move to: b\n'))).toEqual([
      { kind: 'update', path: 'a', moveTo: 'b', hunks: [] },
    ]);
  });

  it.each([
    ['', 1, 'Begin Patch'],
    ['hello\n', 1, '"hello"'],
    ['\n*** Begin\n*** End Patch\n', 2, 'Begin Patch'],
    ['*** Begin Patch\n', 1, 'End Patch'],
    [`*** Begin Patch\n${UPDATE}`, 5, '"+y"'],
    [envelope(''), 2, 'no operation'],
    [envelope('*** Delete File: a\n*** Add File: empty\n'), 3, 'no lines'],
    [envelope('\n'), 3, 'no operation'],
    [envelope('+stray\n'), 2, '"+stray"'],
    [envelope('*** Copy File: a\n'), 2, '*** Copy File: a'],
    [envelope('*** Add File:  \n+x\n'), 2, 'path is missing'],
    [envelope('*** Add File: a\nx\n'), 3, '"x"'],
    [envelope('*** Add File: a\n+x\n\n+y\n'), 5, '"+y"'],
    [envelope('*** Delete File: a\n-x\n'), 3, '"-x"'],
    [envelope('*** Update File: a\n'), 2, 'no hunks'],
    [envelope('*** Update File: a\n\n\n'), 2, 'no hunks'],
    [envelope('*** Update File: a\n@@\n'), 3, 'no lines'],
    [envelope('*** Update File: a\n@@ fn\n*** Delete File: b\n'), 3, 'no lines'],
    [envelope('*** Update File: a\n@@ fn\n*** End of File\n'), 3, 'no lines'],
    [envelope('*** Update File: a\n*** End of File\n'), 3, 'follow a hunk'],
    [envelope(`${UPDATE}*** End of File\n-z\n`), 7, 'own "@@"'],
    [envelope('*** Update File: a\n@@\n-x\nplain\n'), 5, '"plain"'],
    [envelope('*** Update File: a\n@@\n\t-x\n'), 4, 'starts with'],
    [envelope('*** Update File: a\n@@fn\n-x\n'), 3, '@@fn'],
    [envelope(`${UPDATE}*** Move to: b\n`), 6, 'directly follow'],
    [envelope('*** Update File: a\n*** Move to: \n'), 3, 'path is missing'],
    [envelope(`${UPDATE}*** Rename File: b\n`), 6, 'unknown header'],
    [envelope(`${UPDATE}*** End Patch\n`), 6, 'End Patch'],
    [envelope('*** Delete File: a\n*** End Patch\n'), 3, 'End Patch'],
    [`<<"EOF'\n${envelope(UPDATE)}EOF\n`, 1, 'Begin Patch'],
    [`<<'EOF'\n${envelope(UPDATE)}xEOF\n`, 8, 'closed'],
    [`\`\`\`\n${envelope(UPDATE)}`, 7, 'closed'],
    [`cd src && apply_patch <<'EOF'\n${envelope(UPDATE)}EOF\n`, 1, 'Begin Patch'],
  ])('refuses %j and names line %i', (patch, line, mention) => {
    const { kind, message } = refusal(patch);
    expect(kind).toBe('validation');
    expect(message).toContain(`Patch line ${line}:`);
    expect(message).toContain(mention);
  });

  it('lists the valid headers where one is unknown', () => {
    expect(refusal(envelope('*** Copy File: a\n')).hint).toContain('"*** Delete File: path"');
    expect(refusal(envelope(`${UPDATE}*** Copy File: a\n`)).hint).toContain('"*** Add File: path"');
  });

  it('tells how the lines of a new file are written', () => {
    for (const sections of ['*** Add File: a\nx\n', '*** Add File: a\n+x\n\n+y\n']) {
      expect(refusal(envelope(sections)).hint).toContain('an empty one is "+" alone');
    }
  });

  it('refuses more operations than are open', () => {
    const sections = Array.from({ length: 11 }, (_, at) => `*** Delete File: f${at}\n`).join('');
    expect(refusal(envelope(sections))).toMatchObject({ kind: 'limit', message: expect.stringContaining('10') });
  });
});
