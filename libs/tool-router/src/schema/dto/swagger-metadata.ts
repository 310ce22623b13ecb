import type { ClassType } from '../../tool/class-type.js';
import type { EnumObject } from '../field-options.js';
import { inheritedMetadata } from '../inherited-metadata.js';
import { enumValues } from '../values/enum-values.js';
import { isDelayed } from '../values/type-option.js';

/** What `@ApiProperty()` of @nestjs/swagger left on a property. Read by its metadata key: the package is not needed. */
export interface SwaggerProperty {
  readonly description?: string;
  readonly type?: unknown;
  readonly isArray?: boolean;
  readonly enum?: unknown;
  readonly items?: { readonly enum?: unknown };
  readonly format?: string;
  readonly [keyword: string]: unknown;
}

const PROPERTIES = 'swagger/apiModelProperties';
/** The names of a class's properties that have options. */
const NAMES = 'swagger/apiModelPropertiesArray';

/** Whether a class or one that it extends has any `@ApiProperty()`. */
export function hasSwaggerMetadata(cls: ClassType): boolean {
  return inheritedMetadata(NAMES, cls.prototype as object) !== undefined;
}

/** The options of the property's `@ApiProperty()`. */
export function swaggerProperty(cls: ClassType, property: string): SwaggerProperty | undefined {
  return inheritedMetadata(PROPERTIES, cls.prototype as object, property) as SwaggerProperty | undefined;
}

const KEYWORDS = [
  'minimum',
  'maximum',
  'multipleOf',
  'minLength',
  'maxLength',
  'pattern',
  'minItems',
  'maxItems',
  'uniqueItems',
  'title',
] as const;

/** Formats that JSON Schema knows; OpenAPI has others. */
const FORMATS: ReadonlySet<unknown> = new Set([
  'date-time',
  'date',
  'time',
  'duration',
  'email',
  'hostname',
  'ipv4',
  'ipv6',
  'uri',
  'uuid',
]);

/** The JSON Schema keywords among the options. Those that OpenAPI spells in another way than JSON Schema are left. */
export function swaggerKeywords(property: SwaggerProperty): Readonly<Record<string, unknown>> {
  const keywords: Record<string, unknown> = {};
  if (FORMATS.has(property.format)) keywords['format'] = property.format;
  const listed = swaggerValues(property);
  if (listed !== undefined) keywords['enum'] = listed;
  for (const keyword of KEYWORDS) {
    if (property[keyword] !== undefined) keywords[keyword] = property[keyword];
  }
  return keywords;
}

/** The values that `enum` lists, for the property or for the elements of its array. */
export function swaggerValues(property: SwaggerProperty): readonly unknown[] | undefined {
  const given = property.enum ?? property.items?.enum;
  const listed: unknown = isDelayed(given) ? given() : given;
  if (Array.isArray(listed)) return listed;
  return typeof listed === 'object' && listed !== null ? enumValues(listed as EnumObject) : undefined;
}
