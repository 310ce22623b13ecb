import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as library from 'nestjs-tool-router';

const page = readFileSync(join(__dirname, '../docs/errors.md'), 'utf8');

/** Options that every constructor of the family can read. */
const options = { modelMessage: 'x', serverId: 'x' };
const firstArgument: Readonly<Record<string, unknown>> = {
  UnknownToolException: 'x',
  ToolNotAllowedException: 'x',
  ToolExecutionException: 'x',
  ToolDefinitionException: 'x',
  InvalidArgumentsException: [],
};

/** The exceptions that the package exports, with the code that an instance of each has. */
const exported = Object.entries(library)
  .filter(([name]) => name.endsWith('Exception') && name !== 'ToolRouterException')
  .map(([name, type]) => {
    const Type = type as unknown as new (first: unknown) => { readonly code: string };
    return { name, code: new Type(firstArgument[name] ?? options).code };
  });

describe('docs/errors.md', () => {
  it('has every exported exception with its code', () => {
    expect(exported).toHaveLength(13);
    for (const { name, code } of exported) {
      expect(page).toContain(`\`${name}\``);
      expect(page).toContain(`\`${code}\``);
    }
  });

  it('has no code and no exception that does not exist', () => {
    const rows = [...page.matchAll(/^\| `(\w+)`\s*\| `(\w+)`\s*\|/gm)].map(([, code, name]) => ({ name, code }));
    expect(rows).toHaveLength(12);
    for (const row of rows) expect(exported).toContainEqual(row);
  });
});
