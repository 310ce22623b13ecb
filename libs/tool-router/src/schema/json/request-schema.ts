import type { ClassType } from '../../tool/class-type.js';
import type { JsonObjectSchema } from '../../tool/json.js';
import { trustPlainSchema } from '../dialects/plain-schema.js';
import { setKey } from '../dialects/set-key.js';
import type { DtoField } from '../dto/dto-field.js';
import { shapeOf } from '../dto/dto-shape.js';
import { isRecursive, sharedClasses } from './class-references.js';
import { everydayText } from './everyday-schema.js';
import { fieldSchema } from './field-schema.js';
import type { MutableSchema, ObjectSchema } from './type-schema.js';

/** What a schema is made of: the fields of a request class, or the parameters of a method. */
export interface SchemaRoot {
  readonly fields: readonly DtoField[];
  readonly description?: string | undefined;
  readonly cls?: ClassType;
  /** The request classes that the fields mention, where that is known. */
  readonly classes?: readonly ClassType[];
}

const NO_NAMES: ReadonlyMap<ClassType, string> = new Map();

/** The JSON Schema (2020-12) of a tool's arguments: always an object at the root, definitions under `$defs`. */
export function requestSchema(root: SchemaRoot): JsonObjectSchema {
  const names = root.classes?.length === 0 ? NO_NAMES : sharedClasses(root.fields, root.cls);
  const objectSchema: ObjectSchema = (type) =>
    type.kind === 'dto'
      ? classSchema(type.cls, names, objectSchema)
      : {
          anyOf: type.members.map((member) =>
            memberSchema(memberClass(member.cls, names, objectSchema), type.discriminator, member.name),
          ),
        };
  const schema = objectOf(root.fields, root.description, objectSchema);
  if (names.size === 0) return isEveryday(root, schema) ? trustPlainSchema(schema) : schema;
  const definitions: MutableSchema = {};
  for (const [cls, name] of names) {
    const shape = shapeOf(cls);
    definitions[name] = objectOf(shape.fields, shape.description, objectSchema);
  }
  return Object.assign(schema, { $defs: definitions });
}

/** What is longer is looked at by those who have limits. */
const MAX_TEXT = 50_000;

/** Whether the schema certainly needs no preparation for any provider. */
function isEveryday({ fields, description }: SchemaRoot, schema: MutableSchema): boolean {
  const properties = schema['properties'] as MutableSchema;
  let text = description?.length ?? 0;
  for (const field of fields) {
    text += everydayText(field, properties[field.key] as MutableSchema);
    if (text > MAX_TEXT) return false;
  }
  return true;
}

/** Providers understand an object in place better than a reference that something is added to. */
function memberClass(cls: ClassType, names: ReadonlyMap<ClassType, string>, objectSchema: ObjectSchema): MutableSchema {
  return classSchema(cls, isRecursive(cls) ? names : NO_NAMES, objectSchema);
}

function classSchema(cls: ClassType, names: ReadonlyMap<ClassType, string>, objectSchema: ObjectSchema): MutableSchema {
  const name = names.get(cls);
  if (name !== undefined) return { $ref: `#/$defs/${name}` };
  const shape = shapeOf(cls);
  return objectOf(shape.fields, shape.description, objectSchema);
}

function objectOf(
  fields: readonly DtoField[],
  description: string | undefined,
  objectSchema: ObjectSchema,
): MutableSchema & JsonObjectSchema {
  const required: string[] = [];
  const properties: JsonObjectSchema['properties'] = {};
  for (const field of fields) {
    setKey(properties, field.key, fieldSchema(field, objectSchema));
    if (field.required) required.push(field.key);
  }
  const schema: MutableSchema & JsonObjectSchema =
    description === undefined ? { type: 'object', properties } : { type: 'object', description, properties };
  if (required.length > 0) schema.required = required;
  return schema;
}

/** A member of a union: what the class says, and the discriminator that selects it. */
function memberSchema(schema: MutableSchema, discriminator: string, name: string): MutableSchema {
  const tag = { type: 'string', const: name };
  if ('$ref' in schema) {
    return { type: 'object', properties: { [discriminator]: tag }, required: [discriminator], allOf: [schema] };
  }
  const properties = schema['properties'] as MutableSchema;
  const required = new Set([discriminator, ...((schema['required'] as string[] | undefined) ?? [])]);
  return {
    ...schema,
    properties: { [discriminator]: tag, ...withoutKey(properties, discriminator) },
    required: [...required],
  };
}

function withoutKey(object: MutableSchema, key: string): MutableSchema {
  return Object.fromEntries(Object.entries(object).filter(([name]) => name !== key));
}
