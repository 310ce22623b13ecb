import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import * as fc from 'fast-check';
import type { JsonSchema } from '../tool/json.js';
import { randomRequests } from './fixtures/random-request.js';
import { ArgumentRefusal } from '../errors/argument-refusal.js';
import { compileRequest } from './request-compiler.js';

const RUNS = 150;
const SAMPLES = 15;

/** Strict: a schema with an unknown or a misplaced keyword does not compile. */
const ajv = new Ajv2020({ strict: true, strictRequired: true, allErrors: true, ownProperties: true });
addFormats.default(ajv);

function validatorOf(schema: JsonSchema) {
  const validate = ajv.compile(schema);
  ajv.removeSchema(schema);
  return validate;
}

function parsed(parse: (args: never) => unknown, args: unknown): { instance: unknown } | undefined {
  const instance = parse(args as never);
  return instance instanceof ArgumentRefusal ? undefined : { instance };
}

describe('the schema of a request and its parser', () => {
  it('agree: what the schema accepts is accepted', { timeout: 120_000 }, () => {
    let accepted = 0;
    fc.assert(
      fc.property(randomRequests({ samples: SAMPLES, declarations: true, sayable: true }), ({ cls, samples }) => {
        const { schema, parse } = compileRequest(cls, 'Tool');
        const validate = validatorOf(schema);
        for (const sample of samples) {
          if (!validate(sample)) continue;
          accepted += 1;
          expect(parsed(parse, sample)).toBeDefined();
        }
      }),
      { numRuns: RUNS },
    );
    expect(accepted).toBeGreaterThan(RUNS / 3);
  });

  // The parser takes a little more than the schema says: a text for a number, a number for a text, null for unset,
  // a date without time. All of these are converted, so what comes out is what the schema asks for.
  it('agree: what is accepted is valid, at the latest after conversion', { timeout: 120_000 }, () => {
    fc.assert(
      fc.property(randomRequests({ samples: SAMPLES, declarations: true, sayable: false }), ({ cls, samples }) => {
        const { schema, parse } = compileRequest(cls, 'Tool');
        const validate = validatorOf(schema);
        for (const sample of samples) {
          const outcome = parsed(parse, sample);
          if (outcome === undefined) continue;
          validate(JSON.parse(JSON.stringify(outcome.instance)));
          expect(validate.errors ?? []).toEqual([]);
        }
      }),
      { numRuns: RUNS },
    );
  });
});
