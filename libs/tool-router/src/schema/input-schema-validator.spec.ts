import { ToolDefinitionException } from '../errors/tool-definition.exception.js';
import type { JsonObject, JsonSchema } from '../tool/json.js';
import { compileInputSchema } from './input-schema-validator.js';

const faultsOf = (schema: JsonSchema, args: unknown) => compileInputSchema(schema, 'Shop.find')(args as JsonObject);

const named = (type: string) => ({
  $id: 'https://shop.test/thing',
  $defs: { v: { $id: 'https://shop.test/v', type } },
  properties: { v: { $ref: 'https://shop.test/v' } },
});

describe('compileInputSchema', () => {
  it('accepts what the schema accepts', () => {
    const schema = { type: 'object', properties: { word: { type: 'string', minLength: 2 } }, required: ['word'] };
    expect(faultsOf(schema, { word: 'hat', more: 1 })).toEqual([]);
  });

  it('reports every fault with its path', () => {
    const schema = {
      type: 'object',
      properties: {
        size: { enum: ['s', 'm'] },
        rows: { type: 'array', items: { type: 'object', properties: { n: { type: 'integer' } }, required: ['n'] } },
      },
      required: ['size', 'kind'],
      additionalProperties: false,
    };
    expect(faultsOf(schema, { size: 'xl', rows: [{ n: 1 }, { n: 1.5 }, {}], 'odd key': 1 })).toEqual(
      expect.arrayContaining([
        { path: 'kind', message: 'is required' },
        { path: 'size', message: 'must be one of "s", "m"' },
        { path: 'rows[1].n', message: 'must be integer' },
        { path: 'rows[2].n', message: 'is required' },
        { path: '["odd key"]', message: 'is not a known argument' },
      ]),
    );
  });

  it('tells an index from a key that is a number', () => {
    const schema = { type: 'object', properties: { '7': { type: 'string' } } };
    expect(faultsOf(schema, { '7': 1 })[0]?.path).toBe('["7"]');
  });

  it('reads each draft by its own rules', () => {
    const pair = [{ type: 'string' }, { type: 'number' }];
    const old = { $schema: 'http://json-schema.org/draft-07/schema#', properties: { pair: { items: pair } } };
    const recent = { properties: { pair: { prefixItems: pair } } };
    expect(faultsOf(old, { pair: ['a', 'b'] })).toHaveLength(1);
    expect(faultsOf(recent, { pair: ['a', 'b'] })).toHaveLength(1);
    expect(faultsOf(recent, { pair: ['a', 2] })).toEqual([]);
  });

  it('knows the formats', () => {
    const schema = { properties: { at: { type: 'string', format: 'date-time' } } };
    expect(faultsOf(schema, { at: 'noon' })).toHaveLength(1);
    expect(faultsOf(schema, { at: '2026-05-06T07:08:09Z' })).toEqual([]);
  });

  it.each([
    ['a nested quantifier', '^(a+)+$'],
    ['a nested quantifier behind a look-ahead', '^(?=(a+)+$)b'],
    ['a back reference', String.raw`^(a+)+\1$`],
  ])('does not hang on %s', (_name, pattern) => {
    const started = Date.now();
    const schema = { properties: { text: { type: 'string', pattern } } };
    expect(faultsOf(schema, { text: `${'a'.repeat(5000)}!` })).toHaveLength(1);
    expect(Date.now() - started).toBeLessThan(5000);
  });

  it('runs a look-ahead that the linear engine does not know', () => {
    const schema = { properties: { secret: { type: 'string', pattern: String.raw`^(?=.*\d)(?=.*[A-Z]).{4,}$` } } };
    expect(faultsOf(schema, { secret: 'Ab12' })).toEqual([]);
    expect(faultsOf(schema, { secret: 'abcd' })).toHaveLength(1);
  });

  it('refuses a schema that is none when it is declared', () => {
    expect(() => compileInputSchema({ type: 'strin' }, 'Shop.find')).toThrow(ToolDefinitionException);
    expect(() => compileInputSchema({ type: 'strin' }, 'Shop.find')).toThrow(/^Shop\.find: /);
  });

  it('follows no reference to another document', () => {
    expect(() => faultsOf({ properties: { a: { $ref: 'https://example.com/a.json' } } }, {})).toThrow(
      ToolDefinitionException,
    );
  });

  it('keeps schemas with the same $id apart', () => {
    expect(faultsOf(named('string'), { v: 'x' })).toEqual([]);
    expect(faultsOf(named('number'), { v: 'x' })).toHaveLength(1);
    expect(() => faultsOf({ properties: { v: { $ref: 'https://shop.test/v' } } }, { v: 1 })).toThrow(
      ToolDefinitionException,
    );
  });

  it('answers for arguments that are nested without end', () => {
    const schema = { $defs: { n: { properties: { n: { $ref: '#/$defs/n' } } } }, $ref: '#/$defs/n' };
    let args: JsonObject = {};
    for (let level = 0; level < 200_000; level += 1) args = { n: args };
    expect(faultsOf(schema, args)).toEqual([{ path: '', message: 'is nested too deeply' }]);
  });

  it('leaves names of Object.prototype alone', () => {
    const schema = { properties: { toString: { type: 'string' } }, required: ['constructor'] };
    expect(faultsOf(schema, {})).toEqual([{ path: 'constructor', message: 'is required' }]);
  });

  it('does not change the arguments', () => {
    const args = Object.freeze({ a: Object.freeze([1]) });
    expect(
      faultsOf({ properties: { a: { items: { type: 'string' }, default: [] }, b: { default: 1 } } }, args),
    ).toHaveLength(1);
    expect(args).toEqual({ a: [1] });
  });
});
