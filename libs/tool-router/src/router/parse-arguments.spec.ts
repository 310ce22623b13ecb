import fc from 'fast-check';
import { ArgumentRefusal } from '../errors/argument-refusal.js';
import type { JsonObject } from '../tool/json.js';
import { parseArguments } from './parse-arguments.js';

function refusal(given: Parameters<typeof parseArguments>[0]): string {
  const refused = parseArguments(given);
  expect(refused).toBeInstanceOf(ArgumentRefusal);
  return (refused as ArgumentRefusal).text;
}

describe('parseArguments', () => {
  it.each([[''], ['  \n\t '], ['null'], [undefined], [null], ['{}'], [{}]])('takes %j for no arguments', (given) => {
    expect(parseArguments(given)).toEqual({});
  });

  it.each([
    ['[1]', 'not an array'],
    ['"text"', 'not a string'],
    ['7', 'not a number'],
    ['false', 'not a boolean'],
  ])('refuses %s, which is no object', (given, reason) => {
    expect(refusal(given)).toContain(reason);
  });

  it.each([['{"a":"cut of'], ['{"a":1,'], ['{"a":1'], ['{"a"'], ['{'], ['{"a":[1,2']])(
    'refuses %s, which was cut, and says where',
    (given) => {
      expect(refusal(given)).toContain(`ends too early, after ${given.length} characters`);
    },
  );

  it('refuses every text that is cut anywhere', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.nat(), (value, at) => {
        const text = JSON.stringify(value);
        const cut = text.slice(0, 1 + (at % (text.length - 1)));
        if (cut !== text) expect(parseArguments(cut)).toBeInstanceOf(ArgumentRefusal);
      }),
    );
  });

  it('names the position of what is no JSON, and never repeats the text', () => {
    const message = refusal('{"pin":"4711-secret", oops}');
    expect(message).toContain('position 22');
    expect(message).not.toContain('4711');
  });

  it('takes the last of two equal keys and keeps hostile ones as data', () => {
    expect(parseArguments('{"a":1,"a":2}')).toEqual({ a: 2 });
    const parsed = parseArguments('{"__proto__":{"polluted":1}}');
    expect(Object.hasOwn(parsed, '__proto__')).toBe(true);
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  });

  it('refuses numbers that JavaScript reads as infinite, with their path', () => {
    expect(refusal('{"a":{"b":[0,1e999]}}')).toContain('a.b[1]: the number is too large');
    expect(refusal(`{"n":${'9'.repeat(400)}}`)).toContain('n: the number is too large');
    expect(parseArguments('{"n":1e100,"s":"1e999"}')).toEqual({ n: 1e100, s: '1e999' });
  });

  it('bounds size and nesting', () => {
    expect(refusal(`{"a":${'['.repeat(100_000)}`)).toContain('levels deep');
    expect(refusal(`{"a":"${'x'.repeat(32_000_001)}"}`)).toContain('more than 32000000 characters');
    expect(parseArguments(`{"a":"${'['.repeat(10_000_000)}"}`)).toHaveProperty('a.length', 10_000_000);
  });

  it('copies an object, frozen or not, and refuses what JSON cannot say', () => {
    const given = Object.freeze({ list: Object.freeze(['x']) });
    const parsed = parseArguments(given) as JsonObject;
    expect(parsed).toEqual({ list: ['x'] });
    expect(parsed['list']).not.toBe(given.list);
    const circle: Record<string, unknown> = {};
    circle['self'] = circle;
    expect(refusal(circle)).toContain('cannot be written as JSON');
    expect(refusal({ n: 1n })).toContain('cannot be written as JSON');
  });
});
