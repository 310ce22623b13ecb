import 'reflect-metadata';
import { ApiProperty, PartialType, PickType } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import {
  ArrayContains,
  ArrayMaxSize,
  ArrayMinSize,
  ArrayNotEmpty,
  ArrayUnique,
  Contains,
  Equals,
  IsArray,
  IsBoolean,
  IsDateString,
  IsDivisibleBy,
  IsEmail,
  IsEnum,
  IsIn,
  IsInt,
  IsIP,
  IsMilitaryTime,
  IsNegative,
  IsNotEmpty,
  IsNumber,
  IsObject,
  IsOptional,
  IsPositive,
  IsString,
  IsUrl,
  IsUUID,
  Length,
  Matches,
  Max,
  MaxDate,
  MaxLength,
  Min,
  MinLength,
  ValidateIf,
  ValidateNested,
} from 'class-validator';
import type { ClassType } from '../../tool/class-type.js';
import { declareField, declareRequest, type FieldOptions } from '../field-options.js';
import { compileRequest } from '../request-compiler.js';

type Schema = { [keyword: string]: Schema } & { readonly required: string[]; readonly description: string };

const Field =
  (options: FieldOptions = {}) =>
  (prototype: object, property: string): void =>
    declareField(prototype, property, options);

const schemaOf = (cls: ClassType): Schema => compileRequest(cls, 'Tool').schema as unknown as Schema;
const propertiesOf = (cls: ClassType) => schemaOf(cls)['properties'] as Schema;

const point = (property: string): ClassType => {
  class Point {}
  Reflect.defineMetadata('design:type', Number, Point.prototype, property);
  IsInt()(Point.prototype, property);
  return Point;
};

describe('the schema of a request', () => {
  it('has names, types, descriptions and what is required, in order of declaration', () => {
    class Weather {
      @Field({ description: 'where' }) place!: string;
      @Field({ description: 'how long' }) @IsInt() @IsOptional() hours?: number;
      @IsBoolean() metric!: boolean;
      @Field({ description: 'more', required: false }) verbose?: boolean;
      @Field({ type: 'any' }) extra!: unknown;
    }
    declareRequest(Weather, { description: 'a forecast' });
    expect(JSON.stringify(schemaOf(Weather))).toBe(
      JSON.stringify({
        type: 'object',
        description: 'a forecast',
        properties: {
          place: { type: 'string', description: 'where' },
          hours: { type: 'integer', description: 'how long' },
          metric: { type: 'boolean' },
          verbose: { type: 'boolean', description: 'more' },
          extra: {},
        },
        required: ['place', 'metric', 'extra'],
      }),
    );
  });

  it('carries the rules of the validators', () => {
    class Rules {
      @IsInt() @Min(2) @Max(9) a!: number;
      @IsNumber() @IsPositive() b!: number;
      @IsNegative() c!: number;
      @IsDivisibleBy(5) d!: number;
      @Length(2, 4) e!: string;
      @MinLength(3) @MaxLength(8) f!: string;
      @IsString() @IsNotEmpty() g!: string;
      @Contains('a.b') h!: string;
      @IsArray() @ArrayMinSize(1) @ArrayMaxSize(3) @IsString({ each: true }) @MaxLength(5, { each: true }) i!: string[];
      @ArrayNotEmpty() @ArrayUnique() @IsInt({ each: true }) j!: number[];
      @Equals('on') k!: string;
      @IsIn(['a', 'b']) l!: string;
      @IsEmail() m!: string;
      @IsUUID() n!: string;
      @IsUrl() o!: string;
      @IsIP('4') p!: string;
      @IsNumber({ maxDecimalPlaces: 0 }) q!: number;
    }
    expect(propertiesOf(Rules)).toEqual({
      a: { type: 'integer', minimum: 2, maximum: 9 },
      b: { type: 'number', exclusiveMinimum: 0 },
      c: { type: 'number', exclusiveMaximum: 0 },
      d: { type: 'number', multipleOf: 5 },
      e: { type: 'string', minLength: 2, maxLength: 4 },
      f: { type: 'string', minLength: 3, maxLength: 8 },
      g: { type: 'string', minLength: 1 },
      h: { type: 'string', pattern: String.raw`a\.b` },
      i: { type: 'array', minItems: 1, maxItems: 3, items: { type: 'string', maxLength: 5 } },
      j: { type: 'array', minItems: 1, uniqueItems: true, items: { type: 'integer' } },
      k: { type: 'string', const: 'on' },
      l: { type: 'string', enum: ['a', 'b'] },
      m: { type: 'string', format: 'email' },
      n: { type: 'string', format: 'uuid' },
      o: { type: 'string', format: 'uri' },
      p: { type: 'string', format: 'ipv4' },
      q: { type: 'integer' },
    });
  });

  it('says in words what no keyword can say', () => {
    class Words {
      @IsDateString() @Field({ description: 'The day' }) day!: string;
      @IsMilitaryTime() time!: string;
      @IsNumber({ maxDecimalPlaces: 2 }) price!: number;
      @ArrayContains(['x']) @IsString({ each: true }) tags!: string[];
      @MaxDate(new Date(0)) before!: Date;
      @Matches(/^a$/m) lines!: string;
    }
    const descriptions = Object.fromEntries(
      Object.entries(propertiesOf(Words)).map(([name, schema]) => [name, (schema as Schema).description]),
    );
    expect(descriptions).toEqual({
      day: 'The day. A date, or a date with time, in ISO 8601.',
      time: 'A time as HH:MM, on a 24-hour clock.',
      price: 'At most 2 decimal places.',
      tags: 'It must contain "x".',
      before: 'Not after 1970-01-01T00:00:00.000Z.',
      lines: 'Must match /^a$/m.',
    });
  });

  it('shows the values of enums, numbers for numeric ones', () => {
    enum Speed {
      Slow = 3,
      Fast = 7,
    }
    enum Tone {
      Warm = 'warm',
      Cold = 'cold',
    }
    const Mode = { Auto: 'auto', Manual: 'manual' } as const;
    class Enums {
      @IsEnum(Speed) speed!: Speed;
      @IsEnum(Tone) tone!: Tone;
      @Field({ type: Mode }) mode!: string;
      @IsEnum(Speed, { each: true }) @IsArray() all!: Speed[];
      @Field({ type: [Tone] }) tones!: Tone[];
    }
    expect(propertiesOf(Enums)).toEqual({
      speed: { type: 'integer', enum: [3, 7] },
      tone: { type: 'string', enum: ['warm', 'cold'] },
      mode: { type: 'string', enum: ['auto', 'manual'] },
      all: { type: 'array', items: { type: 'integer', enum: [3, 7] } },
      tones: { type: 'array', items: { type: 'string', enum: ['warm', 'cold'] } },
    });
  });

  it('has defaults, dates, records, and what is optional', () => {
    class Parts {
      @Field({ defaultValue: [], type: ['string'] }) list!: string[];
      @IsInt() size = 10;
      @IsDateString() @IsOptional() when?: string;
      @Field() at!: Date;
      @Field({ type: 'object' }) map!: Record<string, unknown>;
      @IsObject() record!: Record<string, unknown>;
      @ValidateIf((o: Parts) => o.size > 3) @IsString() why!: string;
      @IsArray() open!: unknown[];
    }
    const schema = schemaOf(Parts);
    expect(schema['properties']).toMatchObject({
      list: { type: 'array', items: { type: 'string' }, default: [] },
      size: { type: 'integer', default: 10 },
      at: { type: 'string', format: 'date-time' },
      map: { type: 'object', additionalProperties: true },
      record: { type: 'object', additionalProperties: true },
      open: { type: 'array', items: {} },
    });
    expect(schema.required).toEqual(['at', 'map', 'record', 'open']);
  });

  it('describes nested objects in place and names those that are used twice', () => {
    class Spot {
      @IsNumber() x!: number;
    }
    class Owner {
      @IsString() name!: string;
    }
    class Map2 {
      @ValidateNested() @Type(() => Spot) from!: Spot;
      @Field({ description: 'the end' }) to!: Spot;
      @Field() owner!: Owner;
    }
    declareRequest(Spot, { description: 'a place' });
    expect(schemaOf(Map2)).toEqual({
      type: 'object',
      properties: {
        from: { $ref: '#/$defs/Spot' },
        to: { $ref: '#/$defs/Spot', description: 'the end' },
        owner: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
      },
      required: ['from', 'to', 'owner'],
      $defs: {
        Spot: { type: 'object', description: 'a place', properties: { x: { type: 'number' } }, required: ['x'] },
      },
    });
  });

  it('is finite for classes that contain themselves, directly and in a circle', () => {
    class Folder {
      @IsString() name!: string;
      @Field({ type: () => [Folder], required: false }) folders?: Folder[];
    }
    expect(schemaOf(Folder)).toEqual({
      type: 'object',
      properties: { name: { type: 'string' }, folders: { type: 'array', items: { $ref: '#/$defs/Folder' } } },
      required: ['name'],
      $defs: {
        Folder: {
          type: 'object',
          properties: { name: { type: 'string' }, folders: { type: 'array', items: { $ref: '#/$defs/Folder' } } },
          required: ['name'],
        },
      },
    });
    class Egg {
      @IsOptional() @ValidateNested() @Type(() => Hen) hen?: object;
    }
    class Hen {
      @IsOptional() @ValidateNested() @Type(() => Egg) egg?: object;
    }
    class Farm {
      @ValidateNested() @Type(() => Egg) first!: Egg;
    }
    expect(Object.keys(schemaOf(Farm)['$defs'] as Schema)).toEqual(['Egg']);
  });

  it('keeps classes of one name apart, the same way every time', () => {
    const Flat = point('x');
    const Deep = point('z');
    class Both {
      @Field({ type: [Flat] }) a!: object[];
      @Field({ type: Deep }) b!: object;
      @Field({ type: Flat }) c!: object;
      @Field({ type: [Deep] }) d!: object[];
    }
    const definitions = schemaOf(Both)['$defs'] as Schema;
    expect(Object.keys(definitions)).toEqual(['Point', 'Point_2']);
    expect(definitions['Point']?.['properties']).toEqual({ x: { type: 'integer' } });
    expect(definitions['Point_2']?.['properties']).toEqual({ z: { type: 'integer' } });
  });

  it('puts inherited fields first and lets a subclass redefine them', () => {
    class Listing {
      @IsInt() @Min(1) page!: number;
      @Field({ description: 'base', required: false }) lang?: string;
    }
    class Search extends Listing {
      @IsString() term!: string;
      @IsInt() @Min(5) declare page: number;
    }
    const schema = schemaOf(Search);
    expect(Object.keys(schema['properties'] as Schema)).toEqual(['page', 'lang', 'term']);
    expect((schema['properties'] as Schema)['page']).toEqual({ type: 'integer', minimum: 5 });
  });

  it('describes a union with the discriminator as a constant', () => {
    class Pet {}
    class Cat extends Pet {
      @IsInt() lives!: number;
    }
    class Dog extends Pet {
      @IsString() trick!: string;
    }
    class Shelter {
      @IsArray()
      @ValidateNested({ each: true })
      @Type(() => Pet, {
        discriminator: {
          property: 'kind',
          subTypes: [
            { name: 'cat', value: Cat },
            { name: 'dog', value: Dog },
          ],
        },
      })
      pets!: Pet[];
    }
    expect(propertiesOf(Shelter)['pets']?.['items']).toEqual({
      anyOf: [
        {
          type: 'object',
          properties: { kind: { type: 'string', const: 'cat' }, lives: { type: 'integer' } },
          required: ['kind', 'lives'],
        },
        {
          type: 'object',
          properties: { kind: { type: 'string', const: 'dog' }, trick: { type: 'string' } },
          required: ['kind', 'trick'],
        },
      ],
    });
  });

  it('takes over what @ApiProperty() says', () => {
    class Documented {
      @ApiProperty({ description: 'the year', minimum: 1900 }) @IsInt() year!: number;
      @ApiProperty({ type: [String], description: 'names' }) @IsArray() names!: string[];
      @ApiProperty({ description: 'not this' }) @Field({ description: 'this' }) own!: string;
      @ApiProperty({ description: 'undeclared' }) gone!: string;
    }
    expect(propertiesOf(Documented)).toEqual({
      year: { type: 'integer', description: 'the year', minimum: 1900 },
      names: { type: 'array', description: 'names', items: { type: 'string' } },
      own: { type: 'string', description: 'this' },
    });
  });

  it('works for mapped types, with their declarations', () => {
    class Product {
      @Field({ description: 'its name' }) name!: string;
      @IsInt() @Min(1) price!: number;
      @Field({ description: 'notes', type: ['string'] }) notes!: string[];
      @IsOptional() maker?: string;
      @IsNotEmpty() open!: boolean;
    }
    class Patch extends PartialType(Product) {}
    class Named extends PickType(Product, ['name', 'notes']) {}
    expect(schemaOf(Patch)).toEqual({
      type: 'object',
      properties: {
        name: { type: 'string', description: 'its name' },
        price: { type: 'integer', minimum: 1 },
        notes: { type: 'array', description: 'notes', items: { type: 'string' } },
        maker: { type: 'string' },
        open: { type: 'boolean' },
      },
    });
    expect(schemaOf(Named).required).toEqual(['name', 'notes']);
    expect(compileRequest(Patch, 'Tool').parse({ name: 'n', other: 1 })).toEqual({ name: 'n' });
  });
});
