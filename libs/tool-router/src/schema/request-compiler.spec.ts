import 'reflect-metadata';
import { IsArray, IsInt, IsObject, IsOptional, IsString, MaxLength, ValidateNested } from 'class-validator';
import { ToolDefinitionException } from '../errors/tool-definition.exception.js';
import type { ClassType } from '../tool/class-type.js';
import { Car, Wheel } from './fixtures/car.js';
import { Field, faultsOf, parse, pathsOf } from './fixtures/parse-request.js';
import { compileRequest } from './request-compiler.js';

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
