import * as fc from 'fast-check';
import { diffFingerprints, fingerprintsOf } from './diff-fingerprints.js';
import { MAX_TOOLS, parseTools } from './parse-tools.js';

const object = { type: 'object', properties: { city: { type: 'string' } } };

describe('parseTools', () => {
  it('repairs what is safe and keeps the original', () => {
    const entries = [
      { name: 'plain', description: 'd', inputSchema: object },
      { name: 'untyped', inputSchema: { properties: { a: true } } },
      { name: 'typed twice', inputSchema: { type: ['null', 'object'], required: null } },
      { name: 'schemaless', description: null },
      { name: 'anything', inputSchema: true, title: 5 },
      { name: 'odd', inputSchema: null, annotations: null, outputSchema: { type: 'array' } },
    ];
    const before = structuredClone(entries);
    const { tools, diagnostics } = parseTools(entries);
    expect(diagnostics).toEqual([]);
    expect(tools.map((tool) => tool.rawName)).toEqual(entries.map((entry) => entry.name));
    expect(tools.map((tool) => tool.inputSchema)).toEqual([
      object,
      { type: 'object', properties: { a: {} } },
      { type: 'object', properties: {} },
      { type: 'object', properties: {} },
      { type: 'object', properties: {} },
      { type: 'object', properties: {} },
    ]);
    expect(tools.map((tool) => tool.description)).toEqual(['d', '', '', '', '', '']);
    expect(tools[2]?.raw).toBe(entries[2]);
    expect(entries).toEqual(before);
  });

  it('drops what cannot be used, one by one, with the reason', () => {
    const { tools, diagnostics } = parseTools([
      undefined,
      7,
      [],
      {},
      { name: '' },
      { name: 5 },
      { name: 'twice', description: 'first' },
      { name: 'twice', description: 'second' },
      { name: 'text', inputSchema: { type: 'string' } },
      { name: 'list', inputSchema: [] },
      { name: 'never', inputSchema: false },
      { name: 'n'.repeat(2000) },
      { name: 'last' },
    ]);
    expect(tools.map((tool) => [tool.rawName, tool.description])).toEqual([
      ['twice', 'first'],
      ['last', ''],
    ]);
    expect(diagnostics.map(({ index }) => index)).toEqual([0, 1, 2, 3, 4, 5, 7, 8, 9, 10, 11]);
    expect(diagnostics[6]).toEqual({
      index: 7,
      toolName: 'twice',
      reason: 'an earlier tool of the list has this name',
    });
    expect(diagnostics[10]?.toolName).toHaveLength(100);
    for (const { reason } of diagnostics) expect(reason.length).toBeGreaterThan(10);
  });

  it('withholds schemas that are too large or too deep, quickly', () => {
    let deep: unknown = {};
    for (let level = 0; level < 5000; level++) deep = { type: 'object', properties: { a: deep } };
    const large = { type: 'object', description: 'x'.repeat(2_000_000) };
    const { tools, diagnostics } = parseTools([
      { name: 'deep', inputSchema: deep },
      { name: 'large', inputSchema: large },
      { name: 'deep output', outputSchema: deep },
      { name: 'good' },
    ]);
    expect(tools.map((tool) => tool.rawName)).toEqual(['good']);
    expect(diagnostics.map(({ toolName }) => toolName)).toEqual(['deep', 'large', 'deep output']);
  });

  it('cuts long descriptions between characters, and the list at its limit', () => {
    const [tool] = parseTools([{ name: 'a', description: `x${'🙂'.repeat(2000)}` }]).tools;
    expect(tool?.description).toHaveLength(1023);
    expect(tool?.description.isWellFormed()).toBe(true);
    const many = Array.from({ length: MAX_TOOLS + 5 }, (_, index) => ({ name: `t${index}` }));
    const { tools, diagnostics } = parseTools(many);
    expect(tools).toHaveLength(MAX_TOOLS);
    expect(diagnostics).toHaveLength(1);
    expect(parseTools(Array.from({ length: 5000 }, () => 1)).diagnostics).toHaveLength(101);
  });

  it('reads annotations as far as they make sense', () => {
    const annotations = { readOnlyHint: true, destructiveHint: 'no', idempotentHint: null, title: 'From hints', x: 1 };
    const { tools } = parseTools([
      { name: 'a', annotations },
      { name: 'b', annotations, title: 'Own' },
      { name: 'c', annotations: [] },
    ]);
    expect(tools.map((tool) => tool.annotations)).toEqual([
      { title: 'From hints', readOnlyHint: true },
      { title: 'Own', readOnlyHint: true },
      undefined,
    ]);
  });

  it('takes any JSON without an exception', () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.jsonValue(), fc.record({ name: fc.string(), inputSchema: fc.jsonValue() }))),
        (entries) => {
          const { tools } = parseTools(entries);
          expect(new Set(tools.map((tool) => tool.rawName)).size).toBe(tools.length);
          for (const tool of tools) expect(tool.inputSchema['type']).toBe('object');
        },
      ),
    );
  });
});

function of(...entries: unknown[]) {
  return fingerprintsOf(parseTools(entries).tools);
}

describe('diffFingerprints', () => {
  it('sees what changed in meaning, not in order', () => {
    const before = of(
      { name: 'a', description: 'x', inputSchema: { type: 'object', title: 't' } },
      { name: 'b' },
      { name: 'c' },
    );
    const after = of(
      { name: 'd' },
      { name: 'b', description: 'new' },
      { name: 'a', inputSchema: { title: 't', type: 'object' }, description: 'x' },
    );
    const diff = diffFingerprints(before, after);
    expect(diff).toMatchObject({ added: ['d'], removed: ['c'], changed: [{ rawName: 'b' }] });
    expect(diff.changed[0]?.before).not.toBe(diff.changed[0]?.after);
  });

  it.each([
    [{ inputSchema: { type: 'object', properties: { a: {} } } }],
    [{ outputSchema: { type: 'object' } }],
    [{ annotations: { readOnlyHint: true } }],
    [{ description: 'x'.repeat(3000) }],
  ])('notices a change to %j', (change) => {
    const before = of({ name: 'a', description: 'x'.repeat(2999) });
    expect(diffFingerprints(before, of({ name: 'a', description: 'x'.repeat(2999), ...change })).changed).toHaveLength(
      1,
    );
  });
});
