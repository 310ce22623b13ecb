import 'reflect-metadata';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import {
  IsDateString,
  IsEmail,
  IsIn,
  IsIP,
  IsNotIn,
  IsNumber,
  IsOptional,
  IsString,
  IsTimeZone,
  IsUppercase,
  IsUrl,
  Matches,
  MaxLength,
  MinDate,
  ValidateIf,
} from 'class-validator';
import { Field, parse } from './fixtures/parse-request.js';
import { ArgumentRefusal } from '../errors/argument-refusal.js';
import { compileRequest } from './request-compiler.js';

/** A value, what the schema thinks of it, what the request thinks of it, and why they differ. */
type Gap = readonly [
  type: unknown,
  decorators: readonly PropertyDecorator[],
  value: unknown,
  says: string,
  why: string,
];

const STRICTER = 'the schema is stricter';
const LOOSER = 'the request is stricter';

const gaps: readonly Gap[] = [
  [Number, [Field()], '7', STRICTER, 'a text that spells a number is converted where no validator decides'],
  [Boolean, [Field()], 'true', STRICTER, 'a text that spells a boolean is converted'],
  [String, [Field()], 7, STRICTER, 'a number is converted to text where no validator decides'],
  [String, [IsOptional(), IsString()], null, STRICTER, 'null means that an optional field is unset'],
  [Date, [Field()], '2026-04-05', STRICTER, 'a date without time is midnight UTC'],
  [String, [IsEmail()], 'jürgen@example.org', STRICTER, 'the format knows ASCII addresses only'],
  [String, [IsUrl()], 'example.org/a', STRICTER, 'the format asks for a scheme, the validator does not'],
  [String, [IsIP('6')], 'fe80::1%eth0', STRICTER, 'the format knows no zones'],
  [String, [MaxLength(1)], '✔️', STRICTER, 'the validator does not count presentation selectors'],
  [String, [IsUppercase()], 'abc', LOOSER, 'told in words'],
  [String, [IsDateString()], 'soon', LOOSER, 'told in words: a date with or without time has no single format'],
  [String, [IsTimeZone()], 'Mars/Base', LOOSER, 'told in words'],
  [String, [Matches(/^a$/m)], 'b', LOOSER, 'told in words: a pattern has no flag for lines'],
  [Number, [IsNumber({ maxDecimalPlaces: 1 })], 0.25, LOOSER, 'told in words: fractions do not divide evenly'],
  [String, [IsNotIn(['x']), IsString()], 'x', LOOSER, 'told in words: providers do not know "not"'],
  [Date, [MinDate(new Date(0))], '1950-01-01T00:00:00Z', LOOSER, 'told in words: dates have no bounds in JSON Schema'],
  [
    String,
    [ValidateIf(() => true), IsString()],
    undefined,
    LOOSER,
    'a condition makes the field optional in the schema',
  ],
  [
    Number,
    [IsNumber({ maxDecimalPlaces: 2 })],
    1e-7,
    LOOSER,
    'the validator cannot count the decimal places of a number that prints with an exponent',
  ],
  [Object, [IsIn([{ a: 1 }])], { a: 1 }, LOOSER, 'the validator compares objects by identity'],
];

describe('where schema and request differ', () => {
  const ajv = addFormats.default(new Ajv2020({ strict: true, allowUnionTypes: true }));

  it.each(gaps)('%o %o for %j: %s, because %s', (type, decorators, value, says) => {
    class Probe {}
    Reflect.defineMetadata('design:type', type, Probe.prototype, 'value');
    for (const decorate of decorators.toReversed()) decorate(Probe.prototype, 'value');
    const accepts = ajv.compile(compileRequest(Probe, 'Tool').schema);
    expect(accepts({ value })).toBe(says === LOOSER);
    expect(parse(Probe, { value })).toBeInstanceOf(says === LOOSER ? ArgumentRefusal : Probe);
  });
});
