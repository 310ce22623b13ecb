import * as fc from 'fast-check';
import { assignNames } from './assign-names.js';
import type { NameStyle } from './propose-names.js';
import type { ToolIdentity } from './tool-identity.js';
import { isUserToolShape } from '../../text/tool-name.js';
import { splitUserToolName } from './user-tool-name.js';

const PATTERN = /^[A-Za-z][A-Za-z0-9_-]{0,63}$/;
const GLOBAL: NameStyle = { kind: 'global' };

function tool(serverId: string, rawName: string): ToolIdentity {
  return { scope: 'global', serverId, rawName };
}

function own(serverId: string, rawName: string): ToolIdentity {
  return { scope: 'user', userId: '42', serverId, rawName };
}

function named(tools: readonly ToolIdentity[], style: NameStyle = GLOBAL): readonly string[] {
  return assignNames(tools, style).names;
}

const piece = fc.constantFrom(
  'a',
  'b',
  '_',
  '__',
  '-',
  '.',
  '/',
  '1',
  '22',
  'tool',
  '_tool_',
  '_service_',
  'user_',
  '数据',
  '🙂',
  'é',
  '@x.example',
  '__proto__',
  'constructor',
  ' ',
);
const hostileName = fc.oneof(
  fc.array(piece, { minLength: 1, maxLength: 6 }).map((parts) => parts.join('')),
  fc.string({ minLength: 1, maxLength: 80, unit: 'binary' }),
  fc.string({ minLength: 300, maxLength: 300, unit: 'grapheme' }),
  fc.constantFrom('x'.repeat(300), `${'y'.repeat(70)}1`, `${'y'.repeat(70)}2`, 'toString', 'user_9_tool_read'),
);
const hostileTool = fc.record({ serverId: hostileName, rawName: hostileName }).map((t) => tool(t.serverId, t.rawName));

describe('assignNames', () => {
  it('leaves a valid name as it is, up to 64 characters', () => {
    const longest = 'n'.repeat(64);
    expect(named([tool('crm', 'list-Items_2'), tool('crm', longest), tool('crm', 'constructor')])).toEqual([
      'list-Items_2',
      longest,
      'constructor',
    ]);
  });

  it('adds a hash where something had to be changed', () => {
    const raw = [
      'get.item',
      'get_item',
      'files/read',
      '1st',
      'café',
      '读取',
      '🙂',
      '_lead',
      'trail_',
      'm'.repeat(65),
      `${'m'.repeat(80)}a`,
      `${'m'.repeat(80)}b`,
      '__proto__',
    ];
    const names = named(raw.map((name) => tool('crm', name)));
    expect(names[0]).toMatch(/^get_item_[0-9a-f]{8}$/);
    expect(names[1]).toBe('get_item');
    expect(names[2]).toMatch(/^files_read_[0-9a-f]{8}$/);
    expect(names[3]).toMatch(/^tool_1st_[0-9a-f]{8}$/);
    expect(names[4]).toMatch(/^caf_[0-9a-f]{8}$/);
    expect(names[5]).toMatch(/^tool_[0-9a-f]{8}$/);
    expect(names[6]).toMatch(/^tool_[0-9a-f]{8}$/);
    expect(names[7]).toMatch(/^lead_[0-9a-f]{8}$/);
    expect(names[9]).toHaveLength(64);
    expect(new Set(names).size).toBe(raw.length);
  });

  it('names the server for all tools that several servers offer', () => {
    const { names, candidates } = assignNames(
      [tool('wiki', 'search'), tool('web', 'search'), tool('web', 'open')],
      GLOBAL,
    );
    expect(names).toEqual(['wiki_search', 'web_search', 'open']);
    expect(candidates('search')).toEqual(['wiki_search', 'web_search']);
    expect(candidates('open')).toEqual([]);
    expect(candidates('toString')).toEqual([]);
  });

  it('gives everything that still collides a hash, the bystander too', () => {
    const tools = [tool('a', 'b_c'), tool('a_b', 'c'), tool('z', 'b_c'), tool('z', 'c'), tool('other', 'a_b_c')];
    const names = named(tools);
    expect(names.slice(2, 4)).toEqual(['z_b_c', 'z_c']);
    for (const name of [names[0], names[1], names[4]]) expect(name).toMatch(/^a_b_c_[0-9a-f]{8}$/);
    expect(new Set(names).size).toBe(5);
  });

  it('changes names that look like a tool of some user', () => {
    for (const style of [GLOBAL, { kind: 'plain-user', userId: 'u' }] as const) {
      const names = named([tool('s', 'user_7_tool_pay'), tool('user_7', 'tool_pay'), tool('x', 'tool_pay')], style);
      expect(names[0]).toMatch(/^tool_user_7_tool_pay_[0-9a-f]{8}$/);
      expect(names[1]).toMatch(/^tool_user_7_tool_pay_[0-9a-f]{8}$/);
      expect(names.some(isUserToolShape)).toBe(false);
    }
    expect(named([tool('s', `user_${'x'.repeat(46)}_toolbox`), tool('s', 'user_a_tool_')]).some(isUserToolShape)).toBe(
      false,
    );
  });

  it('spells the owner in front of the tools of a user', () => {
    const style: NameStyle = { kind: 'user', userId: '42' };
    const { names, candidates } = assignNames(
      [own('a', 'read'), own('b', 'read'), own('b', 'x.y'), own('b', '1')],
      style,
    );
    expect(names.slice(0, 2)).toEqual(['user_42_tool_a_read', 'user_42_tool_b_read']);
    expect(names[2]).toMatch(/^user_42_tool_x_y_[0-9a-f]{8}$/);
    expect(names[3]).toBe('user_42_tool_1');
    expect(candidates('user_42_tool_read')).toEqual(['user_42_tool_a_read', 'user_42_tool_b_read']);
    for (const name of names) expect(splitUserToolName(name)?.spelledId).toBe('42');
  });

  it('keeps a name whoever else is in the selection, unless somebody offers the same', () => {
    const before = [tool('crm', 'a.b'), tool('crm', 'find'), tool('crm', 'x'.repeat(90))];
    expect(named([tool('late', 'unrelated'), ...before]).slice(1)).toEqual(named(before));
  });

  it('is injective, valid and blind to order for 10,000 hostile names', { timeout: 60_000 }, () => {
    const styles: readonly NameStyle[] = [
      GLOBAL,
      { kind: 'user', userId: 'me@home.example' },
      { kind: 'plain-user', userId: 'u' },
    ];
    fc.assert(
      fc.property(
        fc.uniqueArray(hostileTool, { minLength: 60, maxLength: 100, selector: (t) => JSON.stringify(t) }),
        fc.constantFrom(...styles),
        fc.infiniteStream(fc.nat(1_000_000)),
        (tools, style, randoms) => {
          const names = named(tools, style);
          expect(new Set(names).size).toBe(tools.length);
          for (const name of names) {
            expect(name).toMatch(PATTERN);
            expect(name.endsWith('_')).toBe(false);
            expect(isUserToolShape(name)).toBe(style.kind === 'user');
          }
          const order = tools.map((_, index) => [randoms.next().value, index] as const).toSorted(([a], [b]) => a - b);
          const shuffled = named(
            order.map(([, index]) => tools[index]!),
            style,
          );
          expect(shuffled).toEqual(order.map(([, index]) => names[index]));
        },
      ),
      { numRuns: 150 },
    );
  });
});
