import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { McpServerConfig, McpServerConfigs } from '../definition/mcp-server-config.js';
import type { DefinitionChange } from './definition-change.js';
import { DefinitionTracker } from './definition-tracker.js';
import { FileMcpConfigSource } from './file-mcp-config-source.js';
import { InMemoryMcpConfigSource } from './in-memory-mcp-config-source.js';
import type { McpConfigSource } from './mcp-config-source.js';
import { StaticMcpConfigSource } from './static-mcp-config-source.js';

const trackers: DefinitionTracker[] = [];

afterEach(async () => {
  for (const tracker of trackers.splice(0)) await tracker.stop();
});

function follow(...sources: McpConfigSource[]) {
  const changes: DefinitionChange[] = [];
  const problems: string[] = [];
  const tracker = new DefinitionTracker(
    sources,
    {},
    { changed: (change) => changes.push(change), problem: (text) => problems.push(text) },
  );
  trackers.push(tracker);
  const ids = () => [...tracker.definitions.keys()].toSorted();
  return { tracker, changes, problems, ids };
}

function run(command: string): McpServerConfig {
  return { command };
}

describe('DefinitionTracker', () => {
  it('tells what changed in content, once', async () => {
    const source = new InMemoryMcpConfigSource({ a: run('x'), b: run('x'), c: run('x') });
    const { tracker, changes, ids } = follow(source);
    await tracker.start();
    expect(changes.map((change) => change.added.map(({ id }) => id))).toEqual([['a', 'b', 'c']]);
    source.add('a', { args: [], ...run('x'), type: 'stdio' });
    expect(source.update('b', run('y'))).toBe(true);
    expect(source.update('none', run('y'))).toBe(false);
    expect(source.remove('c')).toBe(true);
    expect(source.remove('c')).toBe(false);
    source.add('__proto__', run('z'));
    await tracker.refresh();
    expect(ids()).toEqual(['__proto__', 'a', 'b']);
    const told = {
      added: changes.slice(1).flatMap((c) => c.added.map(({ id }) => id)),
      updated: changes.flatMap((c) => c.updated.map(({ after }) => after.id)),
      removed: changes.flatMap((c) => c.removed.map(({ id }) => id)),
    };
    expect(told).toEqual({ added: ['__proto__'], updated: ['b'], removed: ['c'] });
  });

  it('skips an invalid entry alone, keeps its previous version, and says so once', async () => {
    const source = new InMemoryMcpConfigSource({ good: run('x'), bad: { type: 'nonsense' } });
    const { tracker, problems, ids } = follow(source);
    await tracker.start();
    await tracker.refresh();
    expect(ids()).toEqual(['good']);
    expect(problems).toEqual([expect.stringMatching(/^mcpServers\.bad\.type: .* It is skipped\.$/)]);
    source.update('good', { url: 'nonsense' });
    await tracker.refresh();
    expect(tracker.definitions.get('good')).toMatchObject({ command: 'x' });
    expect(problems[1]).toMatch(/^mcpServers\.good\.url: .* Its previous version stays in use\.$/);
    source.update('good', run('z'));
    await tracker.refresh();
    expect(tracker.definitions.get('good')).toMatchObject({ command: 'z' });
  });

  it('lets the first source have the say, and a failing one disturb nobody', async () => {
    let failure: string | undefined = 'no database';
    let entries: McpServerConfigs = {};
    const database: McpConfigSource = {
      async list() {
        if (failure !== undefined) throw new Error(failure);
        return entries;
      },
    };
    const first = new StaticMcpConfigSource(
      new Map([
        ['shared', run('first')],
        ['off', { ...run('x'), enabled: false }],
      ]),
    );
    const { tracker, problems, ids } = follow(first, database);
    await tracker.start();
    await tracker.refresh();
    expect(ids()).toEqual(['shared']);
    expect(problems).toEqual(['Object: no database; the last good configuration stays in force.']);
    failure = undefined;
    entries = { shared: run('second'), own: run('x'), off: run('y') };
    await tracker.refresh();
    expect(ids()).toEqual(['own', 'shared']);
    expect(tracker.definitions.get('shared')).toMatchObject({ command: 'first' });
    failure = 'no database again';
    await tracker.refresh();
    expect(ids()).toEqual(['own', 'shared']);
    failure = undefined;
    entries = {};
    await tracker.refresh();
    expect(ids()).toEqual(['shared']);
  });

  it('lists once more for changes during a listing, and tells nothing after the end', async () => {
    let lists = 0;
    let release: (() => void) | undefined;
    let entries: McpServerConfigs = { old: run('x') };
    const slow: McpConfigSource = {
      async list() {
        lists++;
        const seen = entries;
        await new Promise<void>((resolve) => (release = resolve));
        return seen;
      },
    };
    const { tracker, changes, ids } = follow(slow);
    const started = tracker.start();
    entries = { fresh: run('x') };
    const others = [tracker.refresh(), tracker.refresh()];
    release?.();
    await vi.waitFor(() => expect(lists).toBe(2));
    release?.();
    await Promise.all([started, ...others]);
    expect([lists, ids()]).toEqual([2, ['fresh']]);
    const last = tracker.refresh();
    await tracker.stop();
    entries = {};
    release?.();
    await last;
    expect([ids(), changes.length]).toEqual([['fresh'], 2]);
  });
});

describe('FileMcpConfigSource', () => {
  let folder: string;
  let path: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'mcp-config-'));
    path = join(folder, 'servers.json');
  });
  afterEach(async () => {
    for (const tracker of trackers.splice(0)) await tracker.stop();
    await rm(folder, { recursive: true });
  });

  const write = (servers: unknown) => writeFile(path, JSON.stringify({ mcpServers: servers }));
  const within = { timeout: 6_000, interval: 50 };

  it('follows the file', async () => {
    await writeFile(path, `\ufeff${JSON.stringify({ other: 1, mcpServers: { a: run('1'), b: run('1') } })}`);
    const { tracker, ids, problems } = follow(new FileMcpConfigSource(path));
    await tracker.start();
    expect(ids()).toEqual(['a', 'b']);

    await write({ a: run('2'), c: run('1') });
    await vi.waitFor(() => expect(ids()).toEqual(['a', 'c']), within);
    expect(tracker.definitions.get('a')).toMatchObject({ command: '2' });

    const next = join(folder, 'next.json');
    await writeFile(next, '{"mcpServers":{"d":{"command":"1"}}}');
    await rename(next, path);
    await vi.waitFor(() => expect(ids()).toEqual(['d']), within);

    await writeFile(path, '{"mcpServers": {"half": {"comm');
    await new Promise((resolve) => setTimeout(resolve, 50));
    await write({ whole: run('1') });
    await vi.waitFor(() => expect(ids()).toEqual(['whole']), within);
    expect(problems).toEqual([]);

    await writeFile(path, '{}');
    await vi.waitFor(() => expect(ids()).toEqual([]), within);
  });

  it.each([
    ['broken', '{"mcpServers": {\n"a": {"command": "secret"},,}}', 'is not valid JSON, see line 2'],
    ['empty', ' \n', 'is empty'],
    ['a list', '[]', 'is not a JSON object'],
    ['about something else', '{"servers": {}}', 'has no object "mcpServers"'],
    ['of the wrong shape', '{"mcpServers": []}', 'has no object "mcpServers"'],
  ])('keeps the last good state of a file that is %s', async (_, text, message) => {
    await write({ a: run('1') });
    const { tracker, ids, problems } = follow(new FileMcpConfigSource(path));
    await tracker.start();
    await writeFile(path, text);
    await tracker.refresh();
    await tracker.refresh();
    expect(ids()).toEqual(['a']);
    expect(problems).toEqual([expect.stringContaining(`${path} ${message}; the last good`)]);
  });

  it('waits for a file that is not there, and survives its removal', async () => {
    const { tracker, ids, problems } = follow(new FileMcpConfigSource(path));
    await tracker.start();
    expect(problems).toEqual([expect.stringContaining('does not exist')]);
    await write({ late: run('1') });
    await vi.waitFor(() => expect(ids()).toEqual(['late']), within);
    await rm(path);
    await vi.waitFor(() => expect(problems).toHaveLength(2), within);
    expect(ids()).toEqual(['late']);
  });

  it('stops looking', async () => {
    let changes = 0;
    const stop = new FileMcpConfigSource(path).watch(() => changes++);
    await stop();
    await write({});
    expect(changes).toBe(0);
  });
});
