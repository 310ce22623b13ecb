import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ModuleKind, ScriptTarget, transpileModule } from 'typescript';
import { SearchWorkspace } from '../fixtures/search-workspace.js';

const library = join(__dirname, '..', '..', '..');
const compilerOptions = { module: ModuleKind.CommonJS, target: ScriptTarget.ES2023 };

function compile(file: string, out: string): void {
  const { outputText } = transpileModule(readFileSync(join(library, file), 'utf8'), { compilerOptions });
  const target = join(out, file.replace(/\.ts$/, '.js'));
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, outputText);
}

describe('the compiled search worker', () => {
  it('runs beside the compiled files that start it, and lets the process end', () => {
    const workspace = new SearchWorkspace({ 'a/b.ts': 'const one = 1;\n', 'c.md': 'none\n' });
    try {
      const out = join(workspace.base, 'out');
      const search = readdirSync(join(library, 'built-in/search'), { recursive: true, encoding: 'utf8' });
      for (const file of search.filter((name) => /(?<!\.spec)\.ts$/.test(name)))
        compile(join('built-in/search', file), out);
      for (const file of ['built-in/built-in-failure.ts', 'text/cut-text.ts']) compile(file, out);
      symlinkSync(join(library, '../../../node_modules'), join(out, 'node_modules'));
      const script = `
        const { globInWorker, grepInWorker } = require('./out/built-in/search/worker/search-workers.js');
        const limits = { timeoutMs: 20000, signal: new AbortController().signal };
        const anchor = ${JSON.stringify(workspace.root)};
        (async () => {
          const { files } = await globInWorker({ anchor, folder: '', globs: ['**/*.ts'], wanted: 9, share: { index: 0, of: 1 } }, limits);
          const search = { pattern: 'o[n]e =', literal: false, caseInsensitive: false, multiline: false, context: 0 };
          const { rows } = await grepInWorker({ ...search, mode: 'content', wanted: 9, anchor, target: '', targetIsFile: false }, limits);
          console.log(JSON.stringify({ files: files.map((file) => file.path), rows }));
        })();`;
      const output = execFileSync(process.execPath, ['-e', script], {
        cwd: workspace.base,
        encoding: 'utf8',
        timeout: 25_000,
      });
      expect(JSON.parse(output)).toEqual({
        files: ['a/b.ts'],
        rows: [{ file: 'a/b.ts', line: 1, text: 'const one = 1;' }],
      });
    } finally {
      workspace.remove();
    }
  });
});
