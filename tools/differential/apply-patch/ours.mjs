import { mkdtemp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const source = fileURLToPath(new URL('../../../libs/tool-router/src/', import.meta.url));
const types = fileURLToPath(new URL('../../../node_modules/@types', import.meta.url));

function compile(outDir) {
  const program = ts.createProgram(
    [join(source, 'built-in/apply-patch/apply-patch.tool.ts'), join(source, 'built-in/default-context.ts')],
    {
      outDir,
      rootDir: source,
      target: ts.ScriptTarget.ES2023,
      module: ts.ModuleKind.NodeNext,
      moduleResolution: ts.ModuleResolutionKind.NodeNext,
      lib: ['lib.es2023.d.ts', 'lib.es2024.string.d.ts'],
      typeRoots: [types],
      types: ['node'],
      skipLibCheck: true,
    },
  );
  program.emit();
}

/** Compiles the tool from its source and runs it on a real file in a temporary workspace. */
export async function openOurs() {
  const base = await mkdtemp(join(tmpdir(), 'differential-'));
  const workspaceRoot = join(base, 'ws');
  await mkdir(workspaceRoot);
  await writeFile(join(base, 'package.json'), '{"type":"commonjs"}');
  compile(join(base, 'build'));
  const require = createRequire(join(base, 'package.json'));
  const { applyPatchTool } = require('./build/built-in/apply-patch/apply-patch.tool.js');
  const { completeContext } = require('./build/built-in/default-context.js');
  const call = { context: completeContext({ workspaceRoot }), invocation: { signal: new AbortController().signal } };
  const file = join(workspaceRoot, 'file.txt');
  return {
    async apply(text, diff) {
      await writeFile(file, text);
      try {
        const patch = `*** Begin Patch\n*** Update File: file.txt\n${diff}*** End Patch\n`;
        const { notes = [] } = await applyPatchTool.run({ patch }, call);
        return { ok: true, text: await readFile(file, 'utf8'), notes };
      } catch (error) {
        return { ok: false, kind: error.kind, message: error.message };
      }
    },
    close: () => rm(base, { recursive: true, force: true }),
  };
}
