/** Any value that JSON text can carry. */
export type JsonValue = null | boolean | number | string | JsonValue[] | { [key: string]: JsonValue };

/** A JSON object as it came out of `JSON.parse`: hostile input until it is validated. */
export type JsonObject = { [key: string]: JsonValue };

/** A JSON Schema (2020-12 unless `$schema` says otherwise) whose values are treated as read-only. */
export type JsonSchema = { readonly [keyword: string]: unknown };

/**
 * A JSON Schema of an object, as the provider's SDKs and the Model Context Protocol type a tool's parameters. Its other
 * keywords are there, too: assign it to a `JsonSchema` to read them. Frozen, although the SDKs' types want it writable.
 */
export type JsonObjectSchema = {
  type: 'object';
  properties: { [name: string]: object };
  required?: string[];
  additionalProperties?: boolean | object;
};
