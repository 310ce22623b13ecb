import 'reflect-metadata';
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
      @Type(() => String) @MaxLength(3, { each: true }) words!: Map<string, string>;
      @Type(() => Number) @IsInt({ each: true }) ids!: Set<number>;
    }
    const schema = schemaOf(Parts);
    expect(schema['properties']).toMatchObject({
      list: { type: 'array', items: { type: 'string' }, default: [] },
      size: { type: 'integer', default: 10 },
      at: { type: 'string', format: 'date-time' },
      map: { type: 'object', additionalProperties: true },
      record: { type: 'object', additionalProperties: true },
      open: { type: 'array', items: {} },
      words: { type: 'object', additionalProperties: { type: 'string', maxLength: 3 } },
      ids: { type: 'array', items: { type: 'integer' }, uniqueItems: true },
    });
    expect(schema.required).toEqual(['at', 'map', 'record', 'open', 'words', 'ids']);
  });
});
