import 'reflect-metadata';
import { Exclude, Expose, Transform, Type } from 'class-transformer';
import {
  ArrayMaxSize,
  IsArray,
  IsBoolean,
  IsDate,
  IsEnum,
  IsIn,
  IsInt,
  IsNotEmpty,
  IsNumber,
  IsObject,
  IsOptional,
  IsString,
  MaxLength,
  Min,
  MinLength,
  Validate,
  ValidateIf,
  ValidateNested,
  ValidatorConstraint,
  registerDecorator,
  type ValidatorConstraintInterface,
} from 'class-validator';
import { InvalidArgumentsException, type ArgumentFault } from '../errors/invalid-arguments.exception.js';
import { ToolDefinitionException } from '../errors/tool-definition.exception.js';
import type { ClassType } from '../tool/class-type.js';
import { declareField, type FieldOptions } from './field-options.js';
import { compileRequest } from './request-compiler.js';

const Field =
  (options: FieldOptions = {}) =>
  (prototype: object, property: string): void =>
    declareField(prototype, property, options);

const parse = (cls: ClassType, args: unknown): unknown => compileRequest(cls, 'Tool').parse(args as never);

async function faultsOf(cls: ClassType, args: unknown): Promise<readonly ArgumentFault[]> {
  try {
    await parse(cls, args);
  } catch (error) {
    if (error instanceof InvalidArgumentsException) return error.faults;
    throw error;
  }
  return [];
}

const pathsOf = async (cls: ClassType, args: unknown) => (await faultsOf(cls, args)).map((fault) => fault.path);

enum Gear {
  First = 1,
  Second = 2,
}

enum Fuel {
  Petrol = 'petrol',
  Diesel = 'diesel',
}

class Wheel {
  @IsString() maker!: string;
  @IsInt() @Min(10) inches!: number;
  @Field({ required: false }) spare?: boolean;
}

class Car {
  @IsString() plate!: string;
  @IsArray() @ArrayMaxSize(4) @ValidateNested({ each: true }) @Type(() => Wheel) wheels!: Wheel[];
  @IsOptional() @IsEnum(Gear) gear?: Gear;
}

const Known = (prototype: object, propertyName: string): void =>
  registerDecorator({
    name: 'known',
    target: prototype.constructor,
    propertyName,
    async: true,
    validator: {
      validate: async (value: unknown) => Promise.resolve(value === 'known'),
      defaultMessage: () => '$property must be known',
    },
  });

const chain = (depth: number): object => {
  let node: object = { name: 'n' };
  for (let level = 1; level < depth; level += 1) node = { name: 'n', next: node };
  return node;
};

const Borrowed =
  (answer: boolean | Promise<boolean>, async: boolean) =>
  (prototype: object, propertyName: string): void =>
    registerDecorator({
      name: 'isString',
      target: prototype.constructor,
      propertyName,
      async,
      validator: { validate: () => answer, defaultMessage: () => '$property must be special' },
    });

describe('compileRequest', () => {
  it('describes a tool without arguments', () => {
    const { schema, parse: parseNothing } = compileRequest(undefined, 'Tool');
    expect(schema).toEqual({ type: 'object', properties: {} });
    expect(parseNothing({ anything: 1 })).toEqual({});
  });

  it('makes instances all the way down and drops what is not declared', () => {
    const car = parse(Car, {
      plate: 'B-1',
      owner: 'x',
      wheels: [{ maker: 'm', inches: 17, spare: true, hidden: 1 }],
    }) as Car;
    expect(car).toBeInstanceOf(Car);
    expect(car.wheels[0]).toBeInstanceOf(Wheel);
    expect(JSON.parse(JSON.stringify(car))).toEqual({
      plate: 'B-1',
      wheels: [{ maker: 'm', inches: 17, spare: true }],
    });
  });

  it('reports all faults, each with its path and without the refused value', async () => {
    const faults = await faultsOf(Car, {
      plate: 5,
      wheels: [
        { maker: 'm', inches: 17 },
        { maker: 'secret-7', inches: 3 },
      ],
      gear: 9,
    });
    expect(faults).toEqual([
      { path: 'plate', message: 'must be a string' },
      { path: 'wheels[1].inches', message: 'must not be less than 10' },
      { path: 'gear', message: 'must be one of the following values: 1, 2' },
    ]);
  });

  it.each([[[null]], [[7]], [['x']], [[[]]], [7], [null], [{ maker: 'm', inches: 12 }]])(
    'refuses %j where an array of objects is wanted',
    async (wheels) => {
      expect((await pathsOf(Car, { plate: 'p', wheels }))[0]).toMatch(/^wheels/);
    },
  );

  it('says that a field is missing', async () => {
    expect(await faultsOf(Car, { wheels: [] })).toEqual([{ path: 'plate', message: 'is required' }]);
    expect(await pathsOf(Car, { plate: null, wheels: [] })).toEqual(['plate']);
  });

  it('does not change or share the arguments', () => {
    class Bag {
      @IsArray() @IsString({ each: true }) tags!: string[];
      @IsObject() more!: Record<string, unknown>;
    }
    const args = Object.freeze({ tags: Object.freeze(['a']), more: Object.freeze({ deep: Object.freeze([1]) }) });
    const bag = parse(Bag, args) as Bag;
    bag.tags.push('b');
    (bag.more['deep'] as number[]).push(2);
    expect(args).toEqual({ tags: ['a'], more: { deep: [1] } });
  });

  describe('conversion', () => {
    class Mixed {
      @Field() count!: number;
      @Field({ type: 'integer', required: false }) whole?: number;
      @Field({ required: false }) open?: boolean;
      @Field({ required: false }) label?: string;
      @Field({ required: false }) at?: Date;
      @Field({ type: ['number'], required: false }) list?: number[];
      @Field({ type: Gear, required: false }) gear?: Gear;
      @Field({ type: Fuel, required: false }) fuel?: Fuel;
      @Field({ required: false }) wheel?: Wheel;
      @Field({ type: [Wheel], required: false }) wheels?: Wheel[];
    }

    it('turns exact texts into the declared types and numbers into text', () => {
      expect(
        parse(Mixed, {
          count: '3.5',
          whole: '7.0',
          open: 'false',
          label: 42,
          list: ['1', 2],
          gear: '2',
          fuel: 'diesel',
        }),
      ).toEqual({ count: 3.5, whole: 7, open: false, label: '42', list: [1, 2], gear: 2, fuel: 'diesel' });
    });

    it('makes dates and nested requests', () => {
      const made = parse(Mixed, {
        count: 1,
        at: '2026-03-04T05:06:07Z',
        wheel: { maker: 'm', inches: '12', spare: 'true' },
        wheels: [{ maker: 'n', inches: 13 }],
      }) as Mixed;
      expect(made.at).toEqual(new Date(Date.UTC(2026, 2, 4, 5, 6, 7)));
      expect(made.wheel).toBeInstanceOf(Wheel);
      expect(made.wheel).toEqual({ maker: 'm', inches: 12, spare: true });
      expect(made.wheels?.[0]).toBeInstanceOf(Wheel);
    });

    it.each([
      ['count', 'yes'],
      ['count', ''],
      ['count', ' 3'],
      ['count', '3.0x'],
      ['count', '0x10'],
      ['count', '1e999'],
      ['count', true],
      ['count', null],
      ['count', [1]],
      ['whole', 3.5],
      ['whole', '3.5'],
      ['open', 'yes'],
      ['open', 1],
      ['label', true],
      ['label', {}],
      ['at', 'tomorrow'],
      ['at', 5],
      ['at', '2026-02-30'],
      ['list', '1,2'],
      ['list', ['x']],
      ['gear', 'First'],
      ['gear', 3],
      ['fuel', 'coal'],
      ['wheel', []],
      ['wheel', { maker: 1, inches: 12 }],
      ['wheels', [{ maker: 'm' }]],
    ])('refuses %s = %j', async (key, value) => {
      const paths = await pathsOf(Mixed, { count: 1, [key]: value });
      expect(paths).toHaveLength(1);
      expect(paths[0]).toMatch(new RegExp(`^${key}`));
    });

    it('lists the values of an enum', async () => {
      expect((await faultsOf(Mixed, { count: 1, fuel: 'coal' }))[0]?.message).toBe('must be one of "petrol", "diesel"');
    });

    it('lets validators decide about the types that they tell', async () => {
      class Checked {
        @Field() @IsString() name!: string;
        @IsInt() age!: number;
        @IsNotEmpty() nick!: string;
      }
      expect(parse(Checked, { name: 'n', age: '41', nick: 5 })).toEqual({ name: 'n', age: 41, nick: '5' });
      expect(await pathsOf(Checked, { name: 5, age: '41.5', nick: '' })).toEqual(['name', 'age', 'nick']);
    });

    it('does not let @Type() make something out of anything', async () => {
      class Cast {
        @Type(() => Boolean) @IsBoolean() on!: boolean;
        @Type(() => Number) @IsNumber() n!: number;
        @Type(() => String) @IsString() s!: string;
      }
      expect(parse(Cast, { on: 'false', n: '8', s: 9 })).toEqual({ on: false, n: 8, s: '9' });
      expect(await pathsOf(Cast, { on: 'no', n: '', s: {} })).toEqual(['on', 'n', 's']);
    });

    it('converts a date that only its emitted type and @IsDate() tell', async () => {
      class Booking {
        @IsDate() from!: Date;
        @Type(() => Date) @IsDate() until!: Date;
      }
      const booking = parse(Booking, { from: '2026-01-02', until: '2026-01-03T10:00:00+02:00' }) as Booking;
      expect([booking.from.toISOString(), booking.until.toISOString()]).toEqual([
        '2026-01-02T00:00:00.000Z',
        '2026-01-03T08:00:00.000Z',
      ]);
      expect(await pathsOf(Booking, { from: 'x', until: 3 })).toEqual(['from', 'until']);
    });
  });

  describe('optional fields and defaults', () => {
    class Page {
      @IsOptional() @IsInt() limit?: number;
      @Field({ required: false }) @IsInt() offset?: number;
      @Field({ defaultValue: ['en'], type: ['string'] }) langs!: string[];
      @Field({ defaultValue: 0 }) from!: number;
      @Field({ defaultValue: false }) deep!: boolean;
      @IsString() @MaxLength(5) sort = 'asc';
      @Field({ required: false }) note?: string;
    }

    it('are filled in, also for null and with falsy values', () => {
      const expected = { langs: ['en'], from: 0, deep: false, sort: 'asc' };
      expect(parse(Page, {})).toEqual(expected);
      const nothing = { limit: null, offset: null, langs: null, from: null, deep: null, sort: null, note: null };
      expect(parse(Page, nothing)).toEqual(expected);
    });

    it('are overruled by what is sent, and still checked', async () => {
      expect(parse(Page, { limit: 1, offset: 2, langs: [], from: 3, deep: true, sort: 'x' })).toEqual({
        limit: 1,
        offset: 2,
        langs: [],
        from: 3,
        deep: true,
        sort: 'x',
      });
      expect(await pathsOf(Page, { limit: 1.5, offset: 'x', sort: 'too long' })).toEqual(['limit', 'offset', 'sort']);
    });

    it('give every call its own copy', () => {
      const first = parse(Page, {}) as Page;
      first.langs.push('fr');
      expect((parse(Page, {}) as Page).langs).toEqual(['en']);
    });
  });

  describe('what only the libraries can do', () => {
    it('@Transform(), with a look at the other fields', () => {
      class Person {
        @Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? value.trim().toLowerCase() : value))
        @IsString()
        name!: string;
        @Expose()
        @Transform(({ obj }: { obj: Record<string, unknown> }) => `${String(obj['name'])}!${String(obj['extra'])}`)
        @IsString()
        greeting!: string;
      }
      expect(parse(Person, { name: '  EVA ', extra: 'x' })).toEqual({ name: 'eva', greeting: '  EVA !x' });
    });

    it('a failing @Transform() refuses the arguments', async () => {
      class Shout {
        @Transform(({ value }: { value: string }) => value.toUpperCase()) @IsString() text!: string;
      }
      expect(await faultsOf(Shout, { text: 5 })).toHaveLength(1);
      expect(parse(Shout, { text: 'a' })).toEqual({ text: 'A' });
    });

    it('@Expose({ name }) and @Exclude()', async () => {
      class Renamed {
        @Expose({ name: 'user_name' }) @IsString() userName!: string;
        @Exclude() @IsString() @IsOptional() secret?: string;
      }
      expect(compileRequest(Renamed, 'Tool').schema).toMatchObject({ required: ['user_name'] });
      expect(parse(Renamed, { user_name: 'a', secret: 'b' })).toEqual({ userName: 'a' });
      expect(await pathsOf(Renamed, { user_name: 1 })).toEqual(['user_name']);
    });

    it('@ValidateIf(), for conditions and for null', async () => {
      class Reply {
        @IsIn(['yes', 'no']) answer!: string;
        @ValidateIf((reply: Reply) => reply.answer === 'no') @MinLength(3) reason?: string;
        @ValidateIf((_reply, value) => value !== null) @IsString() by!: string | null;
      }
      expect(parse(Reply, { answer: 'yes', by: null })).toEqual({ answer: 'yes', by: null });
      expect(parse(Reply, { answer: 'yes', reason: 'ab', by: 'me' })).toMatchObject({ reason: 'ab' });
      expect(await pathsOf(Reply, { answer: 'no', reason: 'ab', by: 'me' })).toEqual(['reason']);
      expect(await pathsOf(Reply, { answer: 'no', by: 7 })).toEqual(['reason', 'by']);
    });

    it('custom validators, synchronous ones without a promise', async () => {
      @ValidatorConstraint({ name: 'even' })
      class Even implements ValidatorConstraintInterface {
        validate(value: number): boolean {
          return value.toFixed(0) === String(value) && value % 2 === 0;
        }
        defaultMessage(): string {
          return '$property must be even';
        }
      }
      class Pair {
        @Validate(Even) @IsInt() size!: number;
      }
      expect(parse(Pair, { size: 4 })).toEqual({ size: 4 });
      expect(await faultsOf(Pair, { size: 3 })).toEqual([{ path: 'size', message: 'must be even' }]);
      expect(await pathsOf(Pair, { size: 'x' })).toEqual(['size', 'size']);
    });

    it('asynchronous validators, also deep inside', async () => {
      class Inner {
        @Known @IsString() code!: string;
      }
      class Outer {
        @ValidateNested({ each: true }) @Type(() => Inner) @IsArray() inner!: Inner[];
      }
      const parsed = parse(Outer, { inner: [{ code: 'known' }] });
      expect(parsed).toBeInstanceOf(Promise);
      expect(await parsed).toEqual({ inner: [{ code: 'known' }] });
      expect(await faultsOf(Outer, { inner: [{ code: 'known' }, { code: 'else' }] })).toEqual([
        { path: 'inner[1].code', message: 'must be known' },
      ]);
      expect(parse(Car, { plate: 'x', wheels: [] })).not.toBeInstanceOf(Promise);
    });

    it('a validator that borrows the name of another one is asked all the same', async () => {
      class Special {
        @Borrowed(false, false) no!: string;
        @Borrowed(true, false) yes!: string;
      }
      class SlowSpecial {
        @Borrowed(Promise.resolve(false), true) no!: string;
        @Borrowed(Promise.resolve(true), true) yes!: string;
      }
      const expected = [{ path: 'no', message: 'must be special' }];
      expect(await faultsOf(Special, { no: 'a', yes: 'a' })).toEqual(expected);
      expect(await faultsOf(SlowSpecial, { no: 'a', yes: 'a' })).toEqual(expected);
    });

    it('groups count as they do without groups', async () => {
      class Grouped {
        @IsString({ groups: ['admin'] }) a!: string;
      }
      expect(await pathsOf(Grouped, { a: 1 })).toEqual(['a']);
    });

    it('sets and maps', async () => {
      class Containers {
        @IsString({ each: true }) @Type(() => String) names!: Set<string>;
        @ValidateNested({ each: true }) @Type(() => Wheel) byName!: Map<string, Wheel>;
      }
      const made = parse(Containers, { names: ['a', 'a'], byName: { x: { maker: 'm', inches: 20 } } }) as Containers;
      expect(made.names).toEqual(new Set(['a']));
      expect(made.byName.get('x')).toBeInstanceOf(Wheel);
      expect(await pathsOf(Containers, { names: 'a', byName: { x: { maker: 'm', inches: 1 } } })).toEqual([
        'names',
        'byName.x.inches',
      ]);
    });

    it('free JSON keeps its keys on the way through class-transformer', () => {
      class Free {
        @IsObject() @IsOptional() counts?: Record<string, number>;
        @ValidateIf(() => true) @IsString() s!: string;
      }
      const args = JSON.parse('{"s":"x","counts":{"constructor":1,"toString":2,"__proto__":{"p":3},"n":4}}') as object;
      const made = parse(Free, args) as Free;
      expect(Object.entries(made.counts ?? {})).toEqual([
        ['constructor', 1],
        ['toString', 2],
        ['n', 4],
      ]);
    });
  });

  describe('a union by discriminator', () => {
    class Shape {
      kind!: string;
    }
    class Circle extends Shape {
      @IsNumber() radius!: number;
    }
    class Square extends Shape {
      @IsNumber() side!: number;
    }
    const discriminator = {
      property: 'kind',
      subTypes: [
        { name: 'circle', value: Circle },
        { name: 'square', value: Square },
      ],
    };
    class Drawing {
      @ValidateNested() @Type(() => Shape, { discriminator }) main!: Shape;
      @IsArray() @ValidateNested({ each: true }) @Type(() => Shape, { discriminator }) rest!: Shape[];
    }
    class SlowDrawing extends Drawing {
      @ValidateIf(() => true) @IsString() title!: string;
    }

    it.each([
      ['compiled', Drawing],
      ['by the libraries', SlowDrawing],
    ])('makes the class that is named, %s', async (_name, cls) => {
      const args = { title: 't', main: { kind: 'circle', radius: 1 }, rest: [{ kind: 'square', side: 2 }] };
      const drawing = parse(cls, args) as Drawing;
      expect(drawing.main).toBeInstanceOf(Circle);
      expect(drawing.rest[0]).toBeInstanceOf(Square);
      expect(drawing.main).toEqual({ radius: 1 });
      const bad = { title: 't', main: { kind: 'hexagon' }, rest: [null, {}, { kind: 'square', side: 'x' }] };
      expect(await pathsOf(cls, bad)).toEqual(['main.kind', 'rest[0]', 'rest[1].kind', 'rest[2].side']);
    });

    it('needs the discriminator to be kept where a member declares it', () => {
      class Tagged {
        @IsString() kind!: string;
      }
      class Holder {
        @ValidateNested()
        @Type(() => Shape, { discriminator: { property: 'kind', subTypes: [{ name: 'tagged', value: Tagged }] } })
        one!: Shape;
      }
      expect(() => compileRequest(Holder, 'Tool')).toThrow(/Holder\.one: .*keepDiscriminatorProperty/);
      class Keeper {
        @ValidateNested()
        @Type(() => Shape, {
          discriminator: { property: 'kind', subTypes: [{ name: 'tagged', value: Tagged }] },
          keepDiscriminatorProperty: true,
        })
        one!: Shape;
      }
      expect(parse(Keeper, { one: { kind: 'tagged' } })).toEqual({ one: { kind: 'tagged' } });
    });
  });

  describe('hostile arguments', () => {
    class Plain {
      @IsString() q!: string;
      @Field({ type: 'any', required: false }) any?: unknown;
    }
    class Slow extends Plain {
      @Transform(({ value }: { value: unknown }) => value) @IsOptional() @IsString() t?: string;
    }

    it.each([
      ['compiled', Plain],
      ['by the libraries', Slow],
    ])('pollute nothing, %s', (_name, cls) => {
      const hostile = '{"q":"x","__proto__":{"p":1},"constructor":{"prototype":{"p":1}},"prototype":{"p":1}';
      const made = parse(
        cls,
        JSON.parse(`${hostile},"any":{"__proto__":{"p":1},"a":[{"__proto__":{"p":1}}]}}`),
      ) as Plain;
      expect(({} as { p?: number }).p).toBeUndefined();
      expect(Object.getPrototypeOf(made)).toBe(cls.prototype);
      expect(Object.keys(made)).toEqual(['q', 'any']);
      expect(JSON.stringify(made.any)).toBe('{"a":[{}]}');
    });

    it('are refused when they are nested without end', async () => {
      class Node {
        @IsString() name!: string;
        @IsOptional() @ValidateNested() @Type(() => Node) next?: Node;
        @Field({ type: 'any', required: false }) free?: unknown;
      }
      class SlowNode {
        @IsOptional() @ValidateNested() @Type(() => SlowNode) next?: SlowNode;
        @ValidateIf(() => true) @IsString() name!: string;
      }
      for (const cls of [Node, SlowNode]) {
        expect(parse(cls, chain(64))).toBeInstanceOf(cls);
        expect((await faultsOf(cls, chain(5000)))[0]?.message).toBe('is nested too deeply');
      }
      let free: unknown = 1;
      for (let level = 0; level < 100_000; level += 1) free = [free];
      expect(await faultsOf(Node, { name: 'n', free })).toEqual([{ path: 'free', message: 'is nested too deeply' }]);
    });

    it('get a bounded list of faults', async () => {
      const wheels = Array.from({ length: 3000 }, () => ({ maker: 1 }));
      const faults = await faultsOf(Car, { plate: 'x', wheels });
      expect(faults).toHaveLength(101);
      expect(faults.at(-1)?.message).toBe('and further faults');
    });
  });

  it('never shows a refused value through a message of the class', async () => {
    class Told {
      @MaxLength(2, { message: '$property is not $value' }) a!: string;
      @MaxLength(2, { message: () => 'too long: $value' }) b!: string;
    }
    const text = JSON.stringify(await faultsOf(Told, { a: 'hidden', b: 'hidden' }));
    expect(text).not.toContain('hidden');
    expect(text).toContain('too long');
  });

  it('survives a validator of class-validator that fails on small numbers', async () => {
    class Price {
      @IsNumber({ maxDecimalPlaces: 2 }) amount!: number;
    }
    expect(await pathsOf(Price, { amount: 1e-7 })).toEqual(['amount']);
  });

  describe('a class that cannot work', () => {
    it.each<[string, () => ClassType]>([
      [
        'a nested object without a class',
        () => {
          class A {
            @ValidateNested({ each: true }) items!: unknown[];
          }
          return A;
        },
      ],
      [
        'a type that is emitted as Object',
        () => {
          class B {
            @Field() items!: string | number;
          }
          return B;
        },
      ],
      [
        'an array of who knows what',
        () => {
          class C {
            @Field() items!: string[];
          }
          return C;
        },
      ],
      [
        'a class of the platform',
        () => {
          class D {
            @Field() items!: Map<string, string>;
          }
          return D;
        },
      ],
    ])('is refused with its field and a remedy: %s', (_name, make) => {
      const cls = make();
      expect(() => compileRequest(cls, 'Tool')).toThrow(ToolDefinitionException);
      expect(() => compileRequest(cls, 'Tool')).toThrow(new RegExp(`^${cls.name}\\.items: .*type`, 'i'));
    });

    it('is refused when its constructor needs arguments', () => {
      class Needy {
        @IsString() a: string;
        constructor(options: { a: string }) {
          this.a = options.a;
        }
      }
      expect(() => compileRequest(Needy, 'Tool')).toThrow(/Needy.*constructor/);
    });
  });
});
