import 'reflect-metadata';
import { Type } from 'class-transformer';
import { IsInt, IsString, Min, ValidateIf, registerDecorator } from 'class-validator';
import * as fc from 'fast-check';
import { ArgumentRefusal, type ArgumentFault } from '../errors/argument-refusal.js';
import { compileParameters, type ParameterDeclaration } from './parameter-compiler.js';

type Declared = Omit<ParameterDeclaration, 'hasDefault'>;

const compile = (...parameters: Declared[]) =>
  compileParameters(
    parameters.map((parameter) => ({ ...parameter, hasDefault: 'defaultValue' in parameter })),
    'Desk.book',
  );

const convert = (parameters: Declared[], args: unknown): unknown => compile(...parameters).convert(args as never);

function faultsOf(parameters: Declared[], args: unknown): readonly ArgumentFault[] {
  const values = convert(parameters, args);
  if (values instanceof ArgumentRefusal) return values.faults;
  throw new Error(`was accepted: ${JSON.stringify(values)}`);
}

enum Size {
  Small = 'small',
  Large = 'large',
}

enum Floor {
  Ground = 0,
  First = 1,
}

class Crate {
  @IsInt() @Min(1) width!: number;
  @IsString() @Type(() => String) label!: string;
}

class SlowCrate extends Crate {
  @ValidateIf(() => true) @IsString() owner!: string;
}

describe('compileParameters', () => {
  it('describes every parameter', () => {
    const { schema } = compile(
      { name: 'city', designType: String, description: 'where' },
      { name: 'days', designType: Number, type: 'integer', defaultValue: 3 },
      { name: 'size', designType: String, type: Size, required: false },
      { name: 'floor', designType: Number, type: Floor },
      { name: 'at', designType: Date },
      { name: 'ids', designType: Array, type: ['number'] },
      { name: 'crate', designType: Crate, description: 'one' },
      { name: 'crates', designType: Array, type: [Crate], defaultValue: [] },
      { name: 'free', designType: Object, type: 'object' },
      { name: 'any', designType: Object, type: 'any' },
    );
    expect(schema).toEqual({
      type: 'object',
      properties: {
        city: { type: 'string', description: 'where' },
        days: { type: 'integer', default: 3 },
        size: { type: 'string', enum: ['small', 'large'] },
        floor: { type: 'integer', enum: [0, 1] },
        at: { type: 'string', format: 'date-time' },
        ids: { type: 'array', items: { type: 'number' } },
        crate: { $ref: '#/$defs/Crate', description: 'one' },
        crates: { type: 'array', items: { $ref: '#/$defs/Crate' }, default: [] },
        free: { type: 'object', additionalProperties: true },
        any: {},
      },
      required: ['city', 'floor', 'at', 'ids', 'crate', 'free', 'any'],
      $defs: {
        Crate: {
          type: 'object',
          properties: { width: { type: 'integer', minimum: 1 }, label: { type: 'string' } },
          required: ['width', 'label'],
        },
      },
    });
    expect(compile().schema).toEqual({ type: 'object', properties: {} });
    expect(compile().convert({ a: 1 })).toEqual([]);
  });

  it('converts in the order of the parameters and ignores what it does not know', () => {
    const parameters: Declared[] = [
      { name: 'n', designType: Number },
      { name: 'i', designType: Number, type: 'integer' },
      { name: 'b', designType: Boolean },
      { name: 's', designType: String },
      { name: 'floor', type: Floor },
      { name: 'size', type: Size },
      { name: 'at', designType: Date },
    ];
    const at = '2026-07-08T09:10:11Z';
    expect(convert(parameters, { s: 42, b: 'true', i: '8', n: '-1.5', floor: '1', size: 'large', at, x: 1 })).toEqual([
      -1.5,
      8,
      true,
      '42',
      1,
      'large',
      new Date(at),
    ]);
    expect(convert(parameters, { n: 3, i: 3.0, b: false, s: '', floor: 0, size: 'small', at: '2026-07-08' })).toEqual([
      3,
      3,
      false,
      '',
      0,
      'small',
      new Date('2026-07-08T00:00:00Z'),
    ]);
  });

  it.each<[Declared, unknown]>([
    [{ name: 'p', designType: Number }, 'yes'],
    [{ name: 'p', designType: Number }, ''],
    [{ name: 'p', designType: Number }, '3.0x'],
    [{ name: 'p', designType: Number }, Infinity],
    [{ name: 'p', designType: Number }, '1e999'],
    [{ name: 'p', designType: Number }, false],
    [{ name: 'p', designType: Number }, '12345678901234567891'],
    [{ name: 'p', designType: String }, 2 ** 60],
    [{ name: 'p', type: 'integer' }, '3.2'],
    [{ name: 'p', type: 'integer' }, 3.2],
    [{ name: 'p', designType: Boolean }, 'yes'],
    [{ name: 'p', designType: Boolean }, 0],
    [{ name: 'p', designType: String }, true],
    [{ name: 'p', designType: String }, ['a']],
    [{ name: 'p', type: Floor }, 'First'],
    [{ name: 'p', type: Floor }, 2],
    [{ name: 'p', designType: Date }, 'soon'],
    [{ name: 'p', type: ['number'] }, '1'],
    [{ name: 'p', type: ['number'] }, { 0: 1 }],
    [{ name: 'p', type: 'object' }, []],
    [{ name: 'p', type: 'object' }, 'x'],
    [{ name: 'p', designType: Crate }, 'x'],
    [{ name: 'p', designType: String }, null],
    [{ name: 'p', designType: String }, undefined],
  ])('refuses for %j the value %j', (parameter, value) => {
    const faults = faultsOf([parameter], { p: value });
    expect(faults).toHaveLength(1);
    expect(faults[0]?.path).toBe('p');
  });

  it('reports all faults with the path inside arrays and requests', () => {
    const parameters: Declared[] = [
      { name: 'ids', type: ['integer'] },
      { name: 'crate', designType: Crate },
      { name: 'crates', type: [SlowCrate] },
      { name: 'size', type: Size },
    ];
    const crates = [{ width: 1, label: 'a', owner: 'me' }, null, { width: 0, label: 'a', owner: 5 }];
    expect(faultsOf(parameters, { ids: [1, 'x'], crate: { width: 0, label: 'x' }, crates, size: 'XL' })).toEqual([
      { path: 'ids[1]', message: 'must be an integer' },
      { path: 'crates[1]', message: 'must be an object' },
      { path: 'size', message: 'must be one of "small", "large"' },
      { path: 'crate.width', message: 'must not be less than 1' },
      { path: 'crates[2].width', message: 'must not be less than 1' },
      { path: 'crates[2].owner', message: 'must be a string' },
    ]);
  });

  it('makes instances of nested requests', () => {
    const [crate, crates] = convert(
      [
        { name: 'a', designType: Crate },
        { name: 'b', type: [() => SlowCrate] },
      ],
      {
        a: { width: 4, label: 'x', more: 1 },
        b: [{ width: 5, label: 'y', owner: 'z' }],
      },
    ) as [Crate, SlowCrate[]];
    expect(crate).toBeInstanceOf(Crate);
    expect(crate).toEqual({ width: 4, label: 'x' });
    expect(crates[0]).toBeInstanceOf(SlowCrate);
  });

  it('waits for asynchronous validators only where there are some', async () => {
    class Slow {
      id!: string;
    }
    registerDecorator({
      name: 'exists',
      target: Slow,
      propertyName: 'id',
      async: true,
      validator: { validate: async (value: unknown) => Promise.resolve(value === 'here') },
    });
    Reflect.defineMetadata('design:type', String, Slow.prototype, 'id');
    const slow = compile({ name: 's', designType: Slow });
    expect(await slow.convert({ s: { id: 'here' } })).toEqual([{ id: 'here' }]);
    expect(await slow.convert({ s: { id: 'gone' } })).toMatchObject({
      faults: [{ path: 's.id', message: 'is not valid' }],
    });
    expect(compile({ name: 'n', designType: Number }).convert({ n: 1 })).toEqual([1]);
  });

  it('applies defaults, also for null and falsy ones, each call with its own', () => {
    const parameters: Declared[] = [
      { name: 'page', designType: Number, defaultValue: 0 },
      { name: 'deep', designType: Boolean, defaultValue: false },
      { name: 'tag', designType: String, defaultValue: '' },
      { name: 'nothing', designType: String, defaultValue: null },
      { name: 'langs', type: ['string'], defaultValue: ['en'] },
      { name: 'map', type: 'object', defaultValue: { a: [1] } },
      { name: 'maybe', designType: String, required: false },
    ];
    const compiled = compile(...parameters);
    const first = compiled.convert({ page: null, langs: null }) as [
      unknown,
      unknown,
      unknown,
      unknown,
      string[],
      { a: number[] },
    ];
    expect(first).toEqual([0, false, '', null, ['en'], { a: [1] }, undefined]);
    first[4].push('fr');
    first[5].a.push(2);
    expect(compiled.convert({})).toEqual([0, false, '', null, ['en'], { a: [1] }, undefined]);
  });

  it('makes dates of default texts and refuses a default of another type', () => {
    expect(convert([{ name: 'at', designType: Date, defaultValue: '2026-01-01' }], {})).toEqual([
      new Date(1767225600000),
    ]);
    expect(convert([{ name: 'crate', designType: Crate, defaultValue: { width: 1, label: 'l' } }], {})).toEqual([
      Object.assign(new Crate(), { width: 1, label: 'l' }),
    ]);
    expect(() => compile({ name: 'n', designType: Number, defaultValue: 'many' })).toThrow(
      /Desk\.book\(n\): .*default/,
    );
    expect(() => compile({ name: 'list', type: ['number'], defaultValue: ['a'] })).toThrow(/default/);
  });

  it('takes any name for a parameter', () => {
    const names = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'a b'];
    const parameters = names.map((name): Declared => ({ name, designType: String, required: false }));
    expect(convert(parameters, {})).toEqual(names.map(() => undefined));
    const given = JSON.parse('{"__proto__":"a","constructor":"b","toString":"c"}') as object;
    expect(convert(parameters, given)).toEqual(['a', 'b', 'c', undefined, undefined]);
    expect(Object.keys(compile(...parameters).schema['properties'] as object)).toEqual(names);
  });

  it('shares nothing with the arguments and lets no __proto__ through', () => {
    const args = JSON.parse('{"free":{"__proto__":{"p":1},"list":[{"__proto__":{"p":1}}],"constructor":1}}') as {
      free: object;
    };
    const [free] = convert([{ name: 'free', type: 'object' }], args) as [Record<string, unknown>];
    expect(free).not.toBe(args.free);
    expect(JSON.stringify(free)).toBe('{"list":[{}],"constructor":1}');
    expect(({} as { p?: number }).p).toBeUndefined();
  });

  it('accepts what JSON can carry for a parameter of any type and gives back an equal copy', () => {
    const compiled = compile({ name: 'v', type: 'any' });
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), (value) => {
        const text = JSON.stringify({ v: value });
        if (text.includes('__proto__')) return;
        expect(compiled.convert(JSON.parse(text))).toEqual([(JSON.parse(text) as { v: unknown }).v]);
      }),
    );
  });

  it('spells numbers as text and back', () => {
    const compiled = compile({ name: 'n', designType: Number }, { name: 's', designType: String });
    fc.assert(
      fc.property(fc.double({ min: -(2 ** 53) + 1, max: 2 ** 53 - 1, noNaN: true }), (value) => {
        const [number, text] = compiled.convert({ n: JSON.stringify(value), s: value }) as [number, string];
        expect(number).toBe(JSON.parse(JSON.stringify(value)));
        expect(Number(text)).toBe(Number(String(value)));
      }),
    );
  });

  it.each([[{ name: 'x', designType: Object }], [{ name: 'x', designType: Array }], [{ name: 'x' }]])(
    'refuses a parameter that cannot be described: %j',
    (parameter) => {
      expect(() => compile(parameter)).toThrow(/^Desk\.book\(x\): .*@McpParameter\(\{ type \}\)/);
    },
  );
});
