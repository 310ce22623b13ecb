import fc from 'fast-check';
import { Equals, IsIn, IsInt, IsString, Matches, MaxLength, Min, MinLength } from 'class-validator';
import { plainSchema } from '../dialects/plain-schema.js';
import { declareField } from '../field-options.js';
import { forgetClasses } from '../fixtures/forget-classes.js';
import { randomRequests } from '../fixtures/random-request.js';
import { compileRequest } from '../request-compiler.js';
import type { ClassType } from '../../tool/class-type.js';

const schemaOf = (cls: ClassType) => compileRequest(cls, 'Tool').schema;

/** A schema that is trusted is frozen, and is its own preparation. */
const isTrusted = (cls: ClassType): boolean => {
  const schema = schemaOf(cls);
  return Object.isFrozen(schema) && plainSchema(schema) === schema;
};

describe('a schema that providers take as it is', () => {
  it('is never one that a preparation would change', () => {
    let trusted = 0;
    fc.assert(
      fc.property(randomRequests({ samples: 1, declarations: true, sayable: false }), ({ cls }) => {
        const schema = schemaOf(cls);
        if (Object.isFrozen(schema)) {
          trusted += 1;
          const stranger = structuredClone(schema);
          expect(plainSchema(stranger)).toEqual(schema);
        }
        forgetClasses(cls);
      }),
      { numRuns: 300 },
    );
    expect(trusted).toBeGreaterThan(0);
  });

  it('is the one of an ordinary class, frozen at every level', () => {
    class Ordinary {
      @IsString() @MinLength(2) @Matches(/^a/) text!: string;
      @IsIn(['a', 2]) pick!: string | number;
      @IsInt({ each: true }) @Min(1, { each: true }) list!: number[];
    }
    declareField(Ordinary.prototype, 'shown', { type: 'string', defaultValue: 'x', description: 'said' });
    expect(isTrusted(Ordinary)).toBe(true);
    const { properties, required } = schemaOf(Ordinary) as { properties: Record<string, object>; required: string[] };
    expect(properties).toEqual({
      text: { type: 'string', minLength: 2, pattern: '^a' },
      pick: { enum: ['a', 2] },
      list: { type: 'array', items: { type: 'integer', minimum: 1 } },
      shown: { type: 'string', description: 'said', default: 'x' },
    });
    expect(required).toEqual(['text', 'pick', 'list']);
    expect([properties, required, ...Object.values(properties)].every((part) => Object.isFrozen(part))).toBe(true);
  });

  it.each([
    ['a constant', Equals(NaN), String],
    ['the same value twice', IsIn(['a', 'a']), String],
    ['a value that is no JSON', IsIn([NaN]), Number],
  ])('is none with %s', (_name, decorate, designType) => {
    class Odd {}
    Reflect.defineMetadata('design:type', designType, Odd.prototype, 'value');
    decorate(Odd.prototype, 'value');
    expect(isTrusted(Odd)).toBe(false);
  });

  it('says nothing about bounds that no schema can have', () => {
    class Bounds {
      @IsString() @MinLength(-1) @MaxLength(2.5) text!: string;
      @IsInt() @Min(NaN) number!: number;
    }
    expect(schemaOf(Bounds)['properties']).toEqual({ text: { type: 'string' }, number: { type: 'integer' } });
  });
});
