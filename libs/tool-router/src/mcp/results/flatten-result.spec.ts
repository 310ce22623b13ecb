import * as fc from 'fast-check';
import { flattenResult, type FlattenOptions } from './flatten-result.js';

const OPTIONS: FlattenOptions = { maxChars: 100_000 };

function text(result: unknown, options: FlattenOptions = OPTIONS): string {
  return flattenResult(result, options).text;
}

function say(value: string): { type: string; text: string } {
  return { type: 'text', text: value };
}

describe('flattenResult', () => {
  it('joins texts in order with one newline and skips empty ones', () => {
    const result = { content: [say('first'), say(''), say('second'), say('third')] };
    expect(flattenResult(result, OPTIONS)).toEqual({ text: 'first\nsecond\nthird', raw: result });
  });

  it('shows media as one line with type and size, never their data', () => {
    const data = Buffer.alloc(90_001, 7).toString('base64');
    const shown = text({
      content: [
        say('see'),
        { type: 'image', mimeType: 'image/jpeg', data },
        { type: 'audio', mimeType: 'audio/ogg', data: 'AAAA' },
        { type: 'resource', resource: { uri: 'file:///a.zip', mimeType: 'application/zip', blob: data } },
        { type: 'image', mimeType: `image/png ${data}`, data: { not: 'base64' } },
        { type: 'resource_link', name: 'inline', uri: `data:image/png;base64,${data}` },
      ],
    });
    expect(shown.split('\n')).toEqual([
      'see',
      '[image: image/jpeg, 90001 bytes, not shown]',
      '[audio: audio/ogg, 3 bytes, not shown]',
      '[resource: application/zip, 90001 bytes, file:///a.zip, not shown]',
      expect.stringMatching(/^\[image: image\/png .*unreadable data, not shown\]$/),
      `[link: inline <data:image/png of ${data.length + 22} characters>]`,
    ]);
    expect(shown.length).toBeLessThan(1000);
  });

  it('shows links and embedded texts', () => {
    expect(
      text({
        content: [
          {
            type: 'resource_link',
            uri: 'https://a.example/r',
            name: 'report',
            description: 'Q3\nnumbers',
            mimeType: 'text/csv',
          },
          { type: 'resource_link', uri: 'https://a.example/s', name: 'short' },
          { type: 'resource', resource: { uri: 'file:///n.txt', text: 'hello\nyou' } },
          { type: 'resource', resource: { text: 'bare' } },
        ],
      }),
    ).toBe(
      '[link: report <https://a.example/r>, text/csv, Q3 numbers]\n[link: short <https://a.example/s>]\n[resource: file:///n.txt]\nhello\nyou\nbare',
    );
  });

  it('says that there was something it cannot read', () => {
    const content = [
      null,
      5,
      [],
      { type: 'text', text: 7 },
      { type: 'resource' },
      { type: 'video' },
      {},
      'loose text',
      say('ok'),
    ];
    expect(text({ content })).toBe(
      '[unreadable content]\n[unreadable content]\n[unreadable content]\n[unreadable text]\n[unreadable resource]\n[content of an unknown kind: video]\n[content of an unknown kind]\nloose text\nok',
    );
  });

  it.each([
    {},
    { content: [] },
    { content: null },
    { content: [say('')] },
    { content: [], structuredContent: null, isError: null },
    undefined,
    null,
  ])('has a sentence for the empty result %j', (result) => {
    expect(flattenResult(result, OPTIONS)).toEqual({ text: '(no output)', raw: result });
  });

  it('reads loose shapes of content', () => {
    expect(text({ content: 'plain' })).toBe('plain');
    expect(text({ content: say('one part') })).toBe('one part');
    expect(text('just text')).toBe('just text');
    expect(text({ toolResult: { b: [1] } })).toBe('{"b":[1]}');
  });

  describe('structured content', () => {
    const structuredContent = { items: [{ id: 1 }], total: 1 };

    it('is used where nothing else is usable', () => {
      expect(text({ structuredContent })).toBe('{"items":[{"id":1}],"total":1}');
      expect(text({ content: [say(' ')], structuredContent: [1, 'x'] })).toBe(' \n[1,"x"]');
      expect(text({ content: [{ type: 'hologram' }], structuredContent: 5 })).toBe(
        '[content of an unknown kind: hologram]\n5',
      );
    });

    it('stays in raw beside a text, unless asked for and not said already', () => {
      const append = { ...OPTIONS, appendStructured: true };
      const result = { content: [say('Found 1 item')], structuredContent };
      expect(flattenResult(result, OPTIONS)).toEqual({ text: 'Found 1 item', raw: result });
      expect(text(result, append)).toBe('Found 1 item\n{"items":[{"id":1}],"total":1}');
      const echo = ' {"total": 1,\n "items": [{"id": 1}]} ';
      expect(text({ content: [say(echo)], structuredContent }, append)).toBe(echo);
    });

    it('never brings base64 into the text, but keeps tokens', () => {
      const data = Buffer.alloc(3000, 'x1').toString('base64');
      const cursor = Buffer.from('page=2&of=9'.repeat(9)).toString('base64');
      const shown = text({
        structuredContent: {
          file: { mimeType: 'image/png', data: 'QUJD' },
          blob: cursor,
          big: data,
          url: `data:a/b;base64,${data}`,
          cursor,
          note: 'x y',
        },
      });
      expect(JSON.parse(shown)).toEqual({
        file: { mimeType: 'image/png', data: '[3 bytes, not shown]' },
        blob: '[99 bytes, not shown]',
        big: '[3000 bytes, not shown]',
        url: '[3000 bytes, not shown]',
        cursor,
        note: 'x y',
      });
    });
  });

  describe('errors', () => {
    it.each([
      [
        { isError: true, content: [say('disk on fire'), say('call help')] },
        'The tool reported an error: disk on fire\ncall help',
      ],
      [{ isError: true, content: [] }, 'The tool failed and gave no details.'],
      [{ isError: true }, 'The tool failed and gave no details.'],
      [{ isError: true, structuredContent: { code: 9 } }, 'The tool reported an error: {"code":9}'],
    ])('are marked: %j', (result, shown) => {
      expect(flattenResult(result, OPTIONS)).toEqual({ text: shown, raw: result, isError: true });
    });
  });

  describe('budget', () => {
    it('cuts a huge text between characters and tells so within the budget', () => {
      const {
        text: shown,
        truncated,
        isError,
      } = flattenResult({ isError: true, content: [say('🙂'.repeat(400_000))] }, OPTIONS);
      expect(shown.length).toBeLessThanOrEqual(100_000);
      expect(shown.length).toBeGreaterThan(99_900);
      expect(shown.isWellFormed()).toBe(true);
      expect(shown).toMatch(
        /^The tool reported an error: 🙂🙂.*🙂\n\[cut: the first 99\d\d\d of 800028 characters are shown\]$/u,
      );
      expect({ truncated, isError }).toEqual({ truncated: true, isError: true });
    });

    it('keeps the parts in order and drops a placeholder that does not fit as a whole', () => {
      const parts = { content: [say('a'.repeat(60)), say('b'.repeat(60)), say('c'.repeat(60))] };
      expect(text(parts, { maxChars: 150 })).toBe(
        `${'a'.repeat(60)}\n${'b'.repeat(40)}\n[cut: the first 101 of 182 characters are shown]`,
      );
      const image = { type: 'image', mimeType: 'image/png', data: 'AAAA' };
      expect(text({ content: [say('a'.repeat(60)), image, say('z')] }, { maxChars: 100 })).not.toContain('[image');
    });

    it.each([0, 1, 10, 60])('holds with %d characters', (maxChars) => {
      expect(text({ content: [say('x'.repeat(500))] }, { maxChars }).length).toBeLessThanOrEqual(maxChars);
    });

    it('takes anything and stays within it', () => {
      const part = fc.oneof(
        fc.jsonValue(),
        fc.record({
          type: fc.constantFrom('text', 'image', 'resource', 'resource_link'),
          text: fc.jsonValue(),
          data: fc.string(),
          uri: fc.string(),
          resource: fc.jsonValue(),
        }),
      );
      const results = fc.oneof(
        fc.anything(),
        fc.record(
          { content: fc.array(part), structuredContent: fc.jsonValue(), isError: fc.boolean() },
          { requiredKeys: [] },
        ),
      );
      fc.assert(
        fc.property(results, fc.nat(300), fc.boolean(), (result, maxChars, appendStructured) => {
          const outcome = flattenResult(result, { maxChars, appendStructured });
          expect(outcome.text.length).toBeLessThanOrEqual(maxChars);
          expect(outcome.text.isWellFormed()).toBe(true);
          expect(outcome.raw).toBe(result);
        }),
        { numRuns: 2000 },
      );
    });
  });
});
