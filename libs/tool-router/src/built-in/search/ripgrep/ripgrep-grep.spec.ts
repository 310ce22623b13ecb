import { SearchWorkspace } from '../fixtures/search-workspace.js';
import type { GrepSearch } from '../grep-search.js';
import { grepTool, type GrepResult } from '../grep.tool.js';
import { findRipgrep } from './find-ripgrep.js';
import { grepWithRipgrep } from './ripgrep-grep.js';
import { RipgrepMissing } from './ripgrep-process.js';

describe('ripgrep', () => {
  let workspace: SearchWorkspace;
  afterEach(() => workspace.remove());

  it('is told apart from a search that fails where it cannot be started', async () => {
    workspace = new SearchWorkspace({ 'no-program': 'x' });
    const search: GrepSearch = {
      pattern: 'x',
      literal: false,
      caseInsensitive: false,
      multiline: false,
      context: 0,
      mode: 'content',
      wanted: 2,
      anchor: workspace.root,
      target: '',
      targetIsFile: false,
    };
    const limits = { timeoutMs: 5_000, signal: new AbortController().signal };
    for (const program of ['/nonexistent/rg', `${workspace.root}/no-program`]) {
      await expect(grepWithRipgrep(program, search, limits)).rejects.toBeInstanceOf(RipgrepMissing);
    }
    const program = await findRipgrep();
    expect((await grepWithRipgrep(program ?? 'rg', search, limits)).rows).toEqual([
      { file: 'no-program', line: 1, text: 'x' },
    ]);
  });

  it('is not led by the environment of the host', async () => {
    workspace = new SearchWorkspace({ 'a.txt': 'word\n', '../rc': '--glob=!*.txt\n' });
    const before = process.env['RIPGREP_CONFIG_PATH'];
    process.env['RIPGREP_CONFIG_PATH'] = `${workspace.base}/rc`;
    try {
      expect((await workspace.run<GrepResult>(grepTool, { pattern: 'word' })).count).toBe(1);
    } finally {
      if (before === undefined) delete process.env['RIPGREP_CONFIG_PATH'];
      else process.env['RIPGREP_CONFIG_PATH'] = before;
    }
  });

  it('tells where a match is in a line that is too long to keep', async () => {
    workspace = new SearchWorkspace({ 'huge.js': `first\n${'ab"'.repeat(1_500_000)}\nlast a\n` });
    const { matches } = await workspace.run<GrepResult>(grepTool, { pattern: 'a', context: 1 });
    expect(matches.map(({ line, text }) => [line, text])).toEqual([
      [2, '(a line that is too long to show)'],
      [3, 'last a'],
    ]);
  });
});
