import 'reflect-metadata';
import { Exclude, Expose, Transform, Type } from 'class-transformer';
import {
  IsArray,
  IsIn,
  IsInt,
  IsObject,
  IsOptional,
  IsString,
  MinLength,
  Validate,
  ValidateIf,
  ValidateNested,
  ValidatorConstraint,
  registerDecorator,
  type ValidatorConstraintInterface,
} from 'class-validator';
import { Car, Wheel } from './fixtures/car.js';
import { faultsOf, parse, pathsOf } from './fixtures/parse-request.js';
import { compileRequest } from './request-compiler.js';

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

describe('what only the libraries can do for a request', () => {
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

  it('@Expose({ toPlainOnly }), which says nothing about arguments', () => {
    class Answered {
      @Expose({ name: 'full_name', toPlainOnly: true }) @IsString() fullName!: string;
      @Exclude({ toPlainOnly: true }) @IsString() password!: string;
    }
    expect(Object.keys(compileRequest(Answered, 'Tool').schema['properties'] as object)).toEqual([
      'fullName',
      'password',
    ]);
    expect(parse(Answered, { fullName: 'a', password: 'b' })).toEqual({ fullName: 'a', password: 'b' });
  });

  it('@Exclude() on the class, with @Expose() on what is let in', async () => {
    @Exclude()
    class Closed {
      @Expose() @IsString() open!: string;
      @IsString() shut!: string;
      @Expose() @IsInt() size = 3;
    }
    expect(Object.keys(compileRequest(Closed, 'Tool').schema['properties'] as object)).toEqual(['open', 'size']);
    expect(parse(Closed, { open: 'a', shut: 'b' })).toEqual({ open: 'a', size: 3 });
    expect(await pathsOf(Closed, { open: 1 })).toEqual(['open']);
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
