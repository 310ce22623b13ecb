import 'reflect-metadata';
import { Type } from 'class-transformer';
import { IsBoolean, IsDate, IsDefined, IsEnum, IsInt, IsNotEmpty, IsNumber, IsString } from 'class-validator';
import { Gear, Wheel } from './fixtures/car.js';
import { Field, faultsOf, parse, pathsOf } from './fixtures/parse-request.js';

enum Fuel {
  Petrol = 'petrol',
  Diesel = 'diesel',
}

describe('the conversion of a request', () => {
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
      wheel: { maker: 'm', inches: 12, spare: 'true' },
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
    expect(parse(Checked, { name: 'n', age: 41, nick: 5 })).toEqual({ name: 'n', age: 41, nick: '5' });
    expect(await pathsOf(Checked, { name: 5, age: '41.5', nick: '' })).toEqual(['name', 'age', 'nick']);
  });

  it.each([
    [[IsInt()], '41'],
    [[IsNumber()], '4.5'],
    [[IsBoolean()], 'true'],
    [[IsEnum({ 3: 'Third', Third: 3 })], '3'],
    [[IsInt({ each: true })], ['1', 2]],
  ])('converts no text where validators ask for another type: %o, %j', async (decorators, value) => {
    class Picky {}
    for (const decorate of decorators) decorate(Picky.prototype, 'value');
    expect(await pathsOf(Picky, { value })).toEqual([expect.stringMatching(/^value/)]);
  });

  it('takes any value for a field of which nobody tells the type', async () => {
    class Untold {}
    for (const decorate of [IsDefined(), Field()]) decorate(Untold.prototype, 'value');
    for (const value of ['x', 1, [true], { a: null }]) expect(parse(Untold, { value })).toEqual({ value });
    expect(await pathsOf(Untold, {})).toEqual(['value']);
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
