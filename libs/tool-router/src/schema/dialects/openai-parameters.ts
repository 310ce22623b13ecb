import { openAiSchema } from './openai-schema.js';
import type { SchemaObject } from './schema-node.js';
import { strictSchema } from './strict-schema.js';
import type { WeakeningReport } from './weakening-report.js';

/** A schema for OpenAI's APIs, and whether it keeps the rules of strict mode. */
export interface OpenAiParameters {
  readonly parameters: SchemaObject;
  readonly strict: boolean;
}

/** Compiles for strict mode where that is wanted and possible; otherwise for the lenient mode, with the reason. */
export function openAiParameters(root: SchemaObject, strict: boolean, report: WeakeningReport): OpenAiParameters {
  if (strict) {
    const compiled = strictSchema(root);
    if ('schema' in compiled) {
      report.absorb(compiled.report);
      return { parameters: compiled.schema, strict: true };
    }
    report.add(compiled.path, `${compiled.reason}: strict mode is off`);
  }
  return { parameters: openAiSchema(root, report), strict: false };
}
