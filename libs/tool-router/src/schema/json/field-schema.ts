import type { DtoField } from '../dto/dto-field.js';
import type { ValueType } from '../values/value-type.js';
import { typeSchema, type MutableSchema, type ObjectSchema } from './type-schema.js';
import { addRule } from './rule-keywords.js';
import { toJsonDefault } from './json-default.js';

/** The keywords that stand in front. */
const LEADING = ['$ref', 'type'] as const;

/** The JSON Schema of a field: its type, its rules, and the words of its author. */
export function fieldSchema(field: DtoField, objectSchema: ObjectSchema): MutableSchema {
  const text = field.description?.trim() ?? '';
  const bare = typeSchema(field.type, objectSchema);
  let schema = text === '' ? bare : withDescription(bare, text);
  const items = elementSchema(field.type, schema);
  if (field.keywords !== undefined) addKeywords(schema, items, field.keywords);
  let hints: string[] | undefined;
  for (const rule of field.rules) {
    const hint = addRule(rule.each ? items : schema, rule);
    if (hint !== undefined && hints?.includes(hint) !== true) (hints ??= []).push(hint);
  }
  if (hints !== undefined) schema = withDescription(schema, describe(text, hints));
  if (field.shownDefault === undefined) return schema;
  const preset = toJsonDefault(field.shownDefault.value);
  if (preset !== undefined) schema['default'] = preset;
  return schema;
}

/** The order of the keywords is the one that reads best. */
function withDescription(schema: MutableSchema, description: string): MutableSchema {
  const ordered: MutableSchema = {};
  for (const keyword of LEADING) if (keyword in schema) ordered[keyword] = schema[keyword];
  ordered['description'] = description;
  Object.assign(ordered, schema);
  ordered['description'] = description;
  return ordered;
}

function addKeywords(schema: MutableSchema, items: MutableSchema, given: Readonly<Record<string, unknown>>): void {
  const { enum: listed, ...keywords } = given;
  Object.assign(schema, keywords);
  if (listed !== undefined) items['enum'] ??= [...(listed as readonly unknown[])];
}

/** What `each` rules are about. */
function elementSchema(type: ValueType, schema: MutableSchema): MutableSchema {
  if (type.kind === 'array' || type.kind === 'set') return schema['items'] as MutableSchema;
  return type.kind === 'map' ? (schema['additionalProperties'] as MutableSchema) : schema;
}

function describe(own: string, hints: readonly string[]): string {
  if (own === '') return hints.join(' ');
  return `${/[.!?。！？:;]$/u.test(own) ? own : `${own}.`} ${hints.join(' ')}`;
}
