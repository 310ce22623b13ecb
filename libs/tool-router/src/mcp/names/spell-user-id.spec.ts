import * as fc from 'fast-check';
import { spellUserId } from './spell-user-id.js';
import { splitUserToolName, userToolPrefix } from './user-tool-name.js';

const hostileId = fc
  .oneof(
    fc
      .array(
        fc.constantFrom('a', '1', '_', '-', 'tool', '_tool', '_tool_', 'service', '_service', 'h', '@', 'é', '用户'),
        { minLength: 1, maxLength: 7 },
      )
      .map((parts) => parts.join('')),
    fc.string({ minLength: 1, maxLength: 40, unit: 'binary' }),
    fc.constantFrom(
      '__proto__',
      'x'.repeat(300),
      'me@home.example',
      'h0123456789abcdef',
      '..',
      '\ud800',
      '\ud801',
      '\ufffd',
    ),
  )
  .filter((id) => id.trim() !== '');

describe('spellUserId', () => {
  it.each([
    '1',
    'a',
    'u-1',
    'alice_smith',
    'user_1',
    '1_2',
    'tool_x',
    'service_x',
    'toolbox',
    'a_toolbox',
    'x'.repeat(36),
    '7d444840-9dc0-11d1-b245-5ffdce74fad2',
  ])('keeps %s', (id) => {
    expect(spellUserId(id)).toBe(id);
  });

  it.each([
    'a_tool',
    'a_service',
    'a_tool_b',
    'a_service_b',
    '_a',
    'a_',
    'ÜñÍ',
    'a b',
    'x'.repeat(37),
    'h0123456789abcdef',
    '__proto__',
    'a\n',
  ])('hashes %j', (id) => {
    expect(spellUserId(id)).toMatch(/^h[0-9a-f]{16}$/);
    expect(spellUserId(id)).not.toBe(id);
  });

  it.each(['', ' ', '\n'])('refuses the blank id %j', (id) => {
    expect(() => spellUserId(id)).toThrow('is blank');
  });

  it('is injective, and the border is found again', () => {
    fc.assert(
      fc.property(
        hostileId,
        hostileId,
        fc.string({ minLength: 1 }),
        fc.constantFrom('', '_tool_', 'tool_', '_service_', '_'),
        (one, two, text, start) => {
          const rest = start + text;
          const spelled = spellUserId(one);
          expect(splitUserToolName(userToolPrefix(spelled) + rest)).toEqual({ spelledId: spelled, rest });
          expect(spelled === spellUserId(two)).toBe(one === two);
        },
      ),
      { numRuns: 5000 },
    );
  });

  it.each(['user_', 'user_1', 'user__tool_x', 'user_1_tool_', 'User_1_tool_x', 'x_user_1_tool_x', '_tool_'])(
    'reads no owner out of %s',
    (name) => {
      expect(splitUserToolName(name)).toBeUndefined();
    },
  );
});
