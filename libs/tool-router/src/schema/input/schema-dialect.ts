import { Ajv, type Options } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { JsonSchema } from '../../tool/json.js';
import { patternEngine } from './pattern-engine.js';

const OPTIONS: Options = {
  allErrors: true,
  strict: false,
  logger: false,
  ownProperties: true,
  code: { regExp: patternEngine },
};

type AnyAjv = Ajv | Ajv2020;

const shared = new Map<boolean, AnyAjv>();

/** The ajv for the draft that the schema names: 2020-12 where it names none. Made once, on first use. */
export function sharedAjv(schema: JsonSchema): AnyAjv {
  const old = isOldDraft(schema);
  let ajv = shared.get(old);
  if (ajv === undefined) {
    ajv = createAjv(old);
    shared.set(old, ajv);
  }
  return ajv;
}

/**
 * Compiles a schema so that nothing of it stays behind for the next one: a schema that gives names to its parts
 * gets an ajv of its own.
 */
export function compileAlone(schema: JsonSchema) {
  if (namesParts(schema)) return createAjv(isOldDraft(schema)).compile(schema);
  const ajv = sharedAjv(schema);
  const validate = ajv.compile(schema);
  ajv.removeSchema(schema);
  return validate;
}

function createAjv(old: boolean): AnyAjv {
  const ajv = old ? new Ajv(OPTIONS) : new Ajv2020(OPTIONS);
  addFormats.default(ajv);
  return ajv;
}

/** Whether a schema names one of the drafts before 2019-09, whose keywords differ. */
function isOldDraft(schema: JsonSchema): boolean {
  return typeof schema['$schema'] === 'string' && /draft-0[4-7]/.test(schema['$schema']);
}

function namesParts(schema: JsonSchema): boolean {
  return /"(?:\$id|\$anchor|\$dynamicAnchor)":/.test(JSON.stringify(schema));
}
