import 'reflect-metadata';
import type { ClassType } from '../../tool/class-type.js';

/** What `@ApiProperty()` of @nestjs/swagger left on a property. Read by its metadata key: the package is not needed. */
export interface SwaggerProperty {
  readonly description?: string;
  readonly type?: unknown;
  readonly isArray?: boolean;
  readonly enum?: unknown;
  readonly format?: string;
  readonly [keyword: string]: unknown;
}

const PROPERTIES = 'swagger/apiModelProperties';

/** The options of the property's `@ApiProperty()`, empty where it has none. */
export function swaggerProperty(cls: ClassType, property: string): SwaggerProperty {
  return (Reflect.getMetadata(PROPERTIES, cls.prototype as object, property) as SwaggerProperty | undefined) ?? {};
}

const KEYWORDS = [
  'format',
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

/** The JSON Schema keywords among the options. Those that OpenAPI spells in another way than JSON Schema are left. */
export function swaggerKeywords(property: SwaggerProperty): Readonly<Record<string, unknown>> {
  const keywords: Record<string, unknown> = {};
  for (const keyword of KEYWORDS) {
    if (property[keyword] !== undefined) keywords[keyword] = property[keyword];
  }
  return keywords;
}
