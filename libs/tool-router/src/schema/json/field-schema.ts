import type { DtoField } from '../dto/dto-field.js';
import type { ValueType } from '../values/value-type.js';
import { typeSchema, type MutableSchema, type ObjectSchema } from './type-schema.js';
import { addRule } from './rule-keywords.js';
import { toJsonDefault } from './json-default.js';

/** The keywords that stand in front. */
const LEADING = ['$ref', 'type'] as const;

/** The JSON Schema of a field: its type, its rules, and the words of its author. */
export function fieldSchema(field: DtoField, objectSchema: ObjectSchema): MutableSchema {
  const schema = typeSchema(field.type, objectSchema);
  const items = elementSchema(field.type, schema);
  const { enum: listed, ...keywords } = field.keywords;
  Object.assign(schema, keywords);
  if (listed !== undefined) items['enum'] ??= [...(listed as readonly unknown[])];
  const hints: string[] = [];
  for (const rule of field.rules) {
    const hint = addRule(rule.each ? items : schema, rule);
    if (hint !== undefined && !hints.includes(hint)) hints.push(hint);
  }
  const description = describe(field.description, hints);
  const preset = field.shownDefault === undefined ? undefined : toJsonDefault(field.shownDefault.value);
  // The order of the keywords is the one that reads best.
  const ordered: MutableSchema = {};
  for (const keyword of LEADING) if (keyword in schema) ordered[keyword] = schema[keyword];
  if (description !== '') ordered['description'] = schema['description'] = description;
  Object.assign(ordered, schema);
  if (preset !== undefined) ordered['default'] = preset;
  return ordered;
}

/** What `each` rules are about. */
function elementSchema(type: ValueType, schema: MutableSchema): MutableSchema {
  if (type.kind === 'array' || type.kind === 'set') return schema['items'] as MutableSchema;
  return type.kind === 'map' ? (schema['additionalProperties'] as MutableSchema) : schema;
}

function describe(text: string | undefined, hints: readonly string[]): string {
  const own = text?.trim() ?? '';
  if (own === '' || hints.length === 0) return own === '' ? hints.join(' ') : own;
  return `${/[.!?。！？:;]$/u.test(own) ? own : `${own}.`} ${hints.join(' ')}`;
}
