import { ToolDefinitionException } from '../errors/tool-definition.exception.js';
import type { ArgumentFault } from '../errors/argument-refusal.js';
import type { JsonObject, JsonSchema } from '../tool/json.js';
import { ContentCache } from './input/content-cache.js';
import { compileAlone, sharedAjv } from './input/schema-dialect.js';
import { schemaFaults } from './input/schema-faults.js';
import { WORDS } from './values/value-words.js';

/** Answers the faults of a call's arguments, none when they are valid. */
export type InputValidation = (args: JsonObject) => readonly ArgumentFault[];

const validations = new ContentCache<InputValidation>();

/**
 * Validates arguments against a JSON Schema that was written by hand (2020-12, or draft-07 where `$schema` says so).
 * Checked here, compiled at the first call and shared by equal schemas. No reference to another document is followed,
 * and no `pattern` can make a call hang.
 * @param where names the tool in exceptions
 * @throws ToolDefinitionException for a schema that is none
 */
export function compileInputSchema(schema: JsonSchema, where: string): InputValidation {
  const ajv = sharedAjv(schema);
  if (ajv.validateSchema(schema) !== true)
    throw unusable(where, ajv.errorsText(ajv.errors, { dataVar: 'inputSchema' }));
  let validate: InputValidation | undefined;
  return (args) => {
    validate ??= validations.get(schema, () => compile(schema, where));
    return validate(args);
  };
}

function compile(schema: JsonSchema, where: string): InputValidation {
  const validate = compileOrRefuse(schema, where);
  return (args) => {
    try {
      return validate(args) ? [] : schemaFaults(validate.errors ?? [], args);
    } catch (error) {
      if (error instanceof RangeError) return [{ path: '', message: WORDS.tooDeep }];
      throw error;
    } finally {
      validate.errors = null;
    }
  };
}

function compileOrRefuse(schema: JsonSchema, where: string) {
  try {
    return compileAlone(schema);
  } catch (error) {
    throw unusable(where, (error as Error).message);
  }
}

function unusable(where: string, reason: string): ToolDefinitionException {
  const remedy = 'Write a JSON Schema (2020-12 or draft-07) without references to other documents.';
  return new ToolDefinitionException(where, `has an inputSchema that cannot be used: ${reason}.`, remedy);
}
