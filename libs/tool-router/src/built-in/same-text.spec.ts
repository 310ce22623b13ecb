import * as fc from 'fast-check';
import { applyPatchTool } from './apply-patch/apply-patch.tool.js';
import type { BuiltInTool } from './built-in-tool.js';
import { editTool } from './edit.tool.js';
import { TempWorkspace, type Answer } from './fixtures/temp-workspace.js';
import { readFileTool } from './read-file.tool.js';
import { grepTool } from './search/grep.tool.js';
import { updateAgentsMdTool } from './update-agents-md.tool.js';
import { writeFileTool } from './write-file.tool.js';

/** Texts that a tool with good intentions would improve. */
const LITERAL = [
  '&lt;p&gt; &amp;amp; &#39;',
  'a\\nb\\tc \\\\ \\u0041',
  '```js\nlet a;\n```',
  "$& $$ $1 $` $' ${x} \\1",
  '%2e%2e %20 ${HOME} ~ file:///x',
  '<![CDATA[ x ]]> <content>y</content>',
  '  both ends  ',
  '\t\ttabs\tinside \t',
  '“quotes” – … ½ ﬁ é e\u0301',
  '\ufeffmark, \u200bnothing and \u00a0blank',
  '🌊👩‍👩‍👧 語',
] as const;

describe('the tools together', () => {
  let space: TempWorkspace;

  beforeAll(async () => {
    space = await TempWorkspace.create();
  });

  afterAll(() => space.remove());

  async function done(tool: BuiltInTool, args: Record<string, unknown>): Promise<Answer['result']> {
    const answer = await space.call(tool, args as never);
    expect(answer).toMatchObject({ ok: true });
    return answer.result;
  }

  it.each(LITERAL)('write %j as it is', async (text) => {
    await done(writeFileTool, { path: 'w', content: text });
    expect(await space.read('w')).toBe(text);
    await done(writeFileTool, { path: 'w', content: text, mode: 'append' });
    expect(await space.read('w')).toBe(text + text);
    await space.put('e', 'x <here> x <here>\n');
    await done(editTool, { path: 'e', old_string: '<here>', new_string: text, replaceAll: true });
    expect(await space.read('e')).toBe(`x ${text} x ${text}\n`);
    const added = text.replaceAll(/^/gm, '+');
    await done(applyPatchTool, {
      patch: `*** Begin Patch\n*** Delete File: e\n*** Add File: e\n${added}\n*** End Patch\n`,
    });
    expect(await space.read('e')).toBe(`${text}\n`);
    await space.put('AGENTS.md', 'above\n');
    await done(updateAgentsMdTool, { action: 'append', text });
    expect(await space.read('AGENTS.md')).toBe(`above\n${text}\n`);
  });

  it('take what read_file shows for what is in the file', async () => {
    const line = fc.string({ unit: fc.constantFrom('a', ' ', '\t', '\r', 'é', '🌊', '\u2028', '\f'), maxLength: 6 });
    const lines = fc.array(fc.tuple(line, fc.constantFrom('\n', '\r\n')), { minLength: 1, maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(lines, fc.boolean(), fc.nat(5), async (drawn, bom, nth) => {
        // Numbered, so that every piece stands once; a CR at the end of a line belongs to its ending.
        const rows = drawn.map(([text, ending], at) => [`${at}:${text.replace(/\r+$/, '')}`, ending] as const);
        const text = rows.map(([row, ending]) => row + ending).join('');
        const wanted = nth % rows.length;
        await space.put('f', (bom ? '\ufeff' : '') + text);
        const { content } = await done(readFileTool, { path: 'f', startLine: wanted + 1, endLine: wanted + 1 });
        await done(editTool, { path: 'f', old_string: content, new_string: 'one\ntwo\n' });
        const [, ending] = rows[wanted] ?? ['', '\n'];
        const after = rows.map(([row, end], at) => (at === wanted ? `one${ending}two${ending}` : row + end)).join('');
        expect(await space.read('f')).toBe((bom ? '\ufeff' : '') + after);
      }),
      { numRuns: 60 },
    );
  });

  it('count lines alike', async () => {
    await space.put('n', 'a\u2028b\u2029c\n\fd\u0085e\rf\r\nlast\vline\r\nfind me');
    expect(await done(readFileTool, { path: 'n', startLine: 4 })).toMatchObject({ content: 'find me', totalLines: 4 });
    expect((await done(grepTool, { pattern: 'find', path: 'n' }))['matches']).toEqual([
      { file: 'n', line: 4, text: 'find me' },
    ]);
    expect(await done(editTool, { path: 'n', old_string: 'find', new_string: 'found' })).toMatchObject({
      firstLine: 4,
    });
    const patch = '*** Begin Patch\n*** Update File: n\n@@\n last\vline\n-find me\n+x\n*** End Patch\n';
    expect((await space.call(applyPatchTool, { patch })).message).toContain('line 4 differs, found "found me"');
  });

  it('leave markers of other programs alone, also a lone one', async () => {
    const text = '# P\n<!-- memory:start -->\nby hand\n';
    await space.put('AGENTS.md', text);
    await done(updateAgentsMdTool, { action: 'append', text: '<!-- memory:start -->\nb\n<!-- memory:end -->' });
    expect(await space.read('AGENTS.md')).toBe(`${text}<!-- memory:start -->\nb\n<!-- memory:end -->\n`);
    expect(await space.call(updateAgentsMdTool, { action: 'write_block', content: 'x' })).toMatchObject({
      kind: 'validation',
      message: expect.stringContaining('between markers'),
    });
  });
});
