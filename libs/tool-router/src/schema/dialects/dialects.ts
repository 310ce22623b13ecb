import type { JsonObjectSchema } from '../../tool/json.js';
import type { ProviderFormat } from '../../tool/provider-tools.js';
import { anthropicSchema } from './anthropic-schema.js';
import type { Dialect } from './dialect.js';
import { geminiSchema } from './gemini-schema.js';
import { openAiParameters } from './openai-parameters.js';
import type { SchemaObject } from './schema-node.js';

/** The shape of each provider API. */
export const DIALECTS: { readonly [F in ProviderFormat]: Dialect<F> } = {
  openai({ name, description, strict: wanted, root }, report) {
    const { parameters, strict } = openAiParameters(root, wanted === true, report);
    const flag = wanted === true ? { strict } : {};
    return { tool: { type: 'function', function: { name, description, parameters: declared(parameters), ...flag } } };
  },

  // The Responses API turns strict mode on when the flag is missing.
  'openai-responses'({ name, description, strict: wanted, root }, report) {
    const { parameters, strict } = openAiParameters(root, wanted === true, report);
    return { tool: { type: 'function', name, description, parameters: declared(parameters), strict } };
  },

  anthropic({ name, description, root }, report) {
    const schema = anthropicSchema(root, report);
    if ('refused' in schema) return schema;
    return { tool: { name, description, input_schema: declared(schema.schema) } };
  },

  gemini({ name, description, root }, report) {
    return { tool: { name, description, parametersJsonSchema: declared(geminiSchema(root, report)) } };
  },
};

/** Every dialect starts from a root that is an object with properties, keeps it so, and writes schemas as objects. */
function declared(root: SchemaObject): JsonObjectSchema {
  return root as JsonObjectSchema;
}
