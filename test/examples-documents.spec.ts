import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const root = join(__dirname, '..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const documents = readdirSync(join(root, 'docs'))
  .filter((name) => name.endsWith('.md'))
  .map((name) => `docs/${name}`);
const pages = ['README.md', 'CONTRIBUTING.md', 'apps/demo-api/README.md', ...documents];

/** The rows of all tables of a page, cell by cell. */
function rowsOf(page: string): readonly (readonly string[])[] {
  return [...page.matchAll(/^\| (.*) \|$/gm)].map((row) => row[1]?.split(' | ').map((cell) => cell.trim()) ?? []);
}

/** The name that a heading has in a link. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');
}

function anchorsIn(text: string): readonly string[] {
  return [...text.matchAll(/^#+ (.+)$/gm)].map((heading) => anchorOf(heading[1] ?? ''));
}

describe('the documentation', () => {
  it('shows every example as it is', () => {
    execFileSync(process.execPath, ['tools/sync-snippets.mjs', '--check'], { cwd: root });
    const shown = pages.flatMap((page) => [...read(page).matchAll(/<!-- snippet: (\S+) -->/g)].map((each) => each[1]));
    const examples = readdirSync(join(root, 'examples')).filter((name) => name.endsWith('.ts'));
    for (const example of examples) expect(shown).toContain(`examples/${example}`);
  });

  it.each(pages)('%s links to what exists', (page) => {
    const text = read(page);
    for (const [, target = ''] of text.matchAll(/\]\((?!https?:)([^)\s]+)\)/g)) {
      const [path = '', anchor] = target.split('#');
      const file = path === '' ? page : join(dirname(page), path);
      expect(existsSync(join(root, file)), `${page} links to ${target}`).toBe(true);
      if (anchor !== undefined) expect(anchorsIn(read(file)), `${page} links to ${target}`).toContain(anchor);
    }
  });

  it('has every option of the coding tools, with its default', () => {
    const declared = read('libs/tool-router/src/tool/built-in-tool-context.ts').split(
      'interface BuiltInToolContext',
    )[1];
    const names = [...(declared ?? '').matchAll(/^ {2}readonly (\w+)\??:/gm)].map((each) => each[1] ?? '');
    const source = read('libs/tool-router/src/built-in/default-context.ts');
    const defaults = new Map<string, string>([
      ['workspaceRoot', 'the working folder'],
      ['bashSandbox', '–'],
    ]);
    for (const [, name = '', value = ''] of source.matchAll(/^ {2}(\w+): (.+),$/gm)) {
      const list = /^Object\.freeze\((.*)\)$/.exec(value)?.[1];
      defaults.set(name, list === undefined && /^\d/.test(value) ? value.replaceAll('_', '') : `\`${list ?? value}\``);
    }
    const rows = rowsOf(read('docs/built-in-tools.md')).filter(([name = '']) =>
      names.includes(name.replaceAll('`', '')),
    );
    expect(rows.map(([name, value]) => [name, value])).toEqual(
      names.map((name) => [`\`${name}\``, defaults.get(name)]),
    );
  });

  it('has the coding tools that there are', () => {
    const source = read('libs/tool-router/src/built-in/coding-tools.ts');
    const count = /return \[([^\]]*)\]/.exec(source)?.[1]?.match(/\w+Tool\b/g)?.length;
    const changing = rowsOf(read('docs/built-in-tools.md')).filter((row) =>
      /^(no|yes|\*\*anything\*\*)$/.test(row[2] ?? ''),
    );
    expect(changing).toHaveLength(count ?? 0);
  });

  it('has the limits of the gateway with their defaults', () => {
    const source = read('libs/tool-router/src/mcp/mcp-settings.ts');
    const rows = rowsOf(read('docs/remote-servers.md')).flatMap(([names = '', values = '']) => {
      const each = values.split(', ');
      return names.split(', ').map((name, index) => [name, each[index]]);
    });
    const numbers = [...source.matchAll(/options\.(\w+) \?\? ([\d_]+)/g)];
    expect(numbers.length).toBeGreaterThan(8);
    for (const [, name = '', value = ''] of numbers) {
      expect(rows).toContainEqual([`\`${name}\``, value.replaceAll('_', '')]);
    }
  });
});
