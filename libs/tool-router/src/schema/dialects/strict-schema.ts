import { refuseOpen } from './closed-objects.js';
import { definitionOf } from './definitions.js';
import { inferredTypes, isOfType, listedValues } from './inferred-types.js';
import { nullableSchema } from './nullable-schema.js';
import { joinPath } from './schema-children.js';
import { isSchemaNode, isSchemaObject } from './schema-node.js';
import type { SchemaNode, SchemaObject } from './schema-node.js';
import { schemaOptions } from './schema-options.js';
import { requiredOf } from './schema-types.js';
import { setKey } from './set-key.js';
import { uniqueJson } from './unique-json.js';
import { StrictDefinitions } from './strict-definitions.js';
import { StrictFailure } from './strict-failure.js';
import { strictKeyword } from './strict-keywords.js';
import { StrictLimits } from './strict-limits.js';
import { WeakeningReport } from './weakening-report.js';
import { SchemaTooComplex, WorkBudget } from './work-budget.js';

/** A schema for strict mode, or why and where there is none. */
export type StrictSchema =
  | { readonly schema: SchemaObject; readonly report: WeakeningReport }
  | { readonly path: string; readonly reason: string };

/** Where a schema stands: its path, the schemas and the objects around it. */
interface Place {
  readonly path: string;
  readonly levels: number;
  readonly nesting: number;
}

/**
 * Compiles a prepared root into the subset that OpenAI's strict mode takes: every object closed, every property
 * required, what was optional nullable.
 */
export function strictSchema(root: SchemaObject): StrictSchema {
  const report = new WeakeningReport();
  try {
    return { schema: new StrictCompiler(root, report).compile(), report };
  } catch (error) {
    if (error instanceof StrictFailure) return { path: error.path, reason: error.message };
    if (error instanceof SchemaTooComplex) return { path: '', reason: error.message };
    throw error;
  }
}

class StrictCompiler {
  private readonly limits = new StrictLimits();
  private readonly work = new WorkBudget();
  private readonly definitions: StrictDefinitions;

  constructor(
    private readonly root: SchemaObject,
    private readonly report: WeakeningReport,
  ) {
    this.definitions = new StrictDefinitions(root);
  }

  compile(): SchemaObject {
    const schema = this.plain(this.root, { path: '', levels: 0, nesting: 0 });
    const compiled: SchemaObject = {};
    for (let next = this.definitions.next(); next !== undefined; next = this.definitions.next()) {
      const path = joinPath('$defs', next.name);
      this.limits.name(path, next.name);
      setKey(compiled, next.name, this.any(next.node, { path, levels: 0, nesting: 0 }));
    }
    return Object.keys(compiled).length === 0 ? schema : { ...schema, $defs: compiled };
  }

  private any(node: SchemaNode, place: Place): SchemaObject {
    const { path } = place;
    this.limits.node(path, place.levels, place.nesting);
    if (isSchemaObject(node) && Object.hasOwn(node, 'oneOf'))
      this.report.add(joinPath(path, 'oneOf'), 'is read as anyOf');
    const { annotations, options } = schemaOptions(node, {
      work: this.work,
      follow: (reference) => definitionOf(this.root, reference),
      onLoss: (keyword) => this.report.add(joinPath(path, keyword), 'cannot be said beside the rest'),
    });
    const [first, ...others] = uniqueJson(options.map((option) => this.option(option, place)));
    if (first === undefined) throw new StrictFailure(path, 'nothing is valid here');
    const noted = this.notes(annotations, path);
    if (others.length > 0) return { ...noted, anyOf: [first, ...others] };
    if (Object.keys(noted).length === 0) return first;
    return Object.hasOwn(first, '$ref') ? { ...noted, anyOf: [first] } : { ...first, ...noted };
  }

  private option(option: SchemaObject, place: Place): SchemaObject {
    const { $ref, ...rest } = option;
    if (typeof $ref !== 'string') return this.plain(option, place);
    const target = definitionOf(this.root, $ref);
    if (!isSchemaObject(target)) throw new StrictFailure(place.path, 'a reference accepts anything or nothing');
    const reference = { $ref: this.definitions.pointerTo(target, $ref) };
    const noted = this.notes(rest, place.path);
    return Object.keys(noted).length === 0 ? reference : { ...noted, anyOf: [reference] };
  }

  private plain(schema: SchemaObject, place: Place): SchemaObject {
    const { path } = place;
    const types = inferredTypes(schema);
    if (types.length === 0) throw new StrictFailure(path, 'anything is valid here');
    if (schema['nullable'] === true && !types.includes('null')) types.push('null');
    if (schema['type'] === undefined && listedValues(schema) === undefined) {
      this.report.add(joinPath(path, 'type'), `${types.join()} is assumed`);
    }
    const result: SchemaObject = { type: types.length === 1 ? types[0] : types };
    for (const [keyword, value] of Object.entries(schema)) {
      const fate = strictKeyword(keyword, value, types);
      if (fate === 'kept') result[keyword] = value;
      else if (typeof fate === 'object') this.report.add(joinPath(path, keyword), fate.dropped);
    }
    this.values(schema, types, path, result);
    if (types.includes('array')) this.array(schema, place, result);
    if (types.includes('object')) this.object(schema, place, result);
    return result;
  }

  private values(schema: SchemaObject, types: readonly string[], path: string, result: SchemaObject): void {
    const listed = listedValues(schema);
    if (listed === undefined) return;
    const values = listed.filter((value) => isOfType(value, types));
    if (schema['nullable'] === true && !values.includes(null)) values.push(null);
    if (values.length === 0) throw new StrictFailure(path, 'nothing is valid here');
    if (values.some((value) => typeof value === 'object' && value !== null)) {
      throw new StrictFailure(path, 'objects and arrays cannot be listed as values');
    }
    this.limits.listed(path, values);
    if (Object.hasOwn(schema, 'const') && values.length === 1) result['const'] = values[0];
    else result['enum'] = values;
  }

  private array(schema: SchemaObject, place: Place, result: SchemaObject): void {
    const path = joinPath(place.path, 'items');
    const inside = { path, levels: place.levels + 1, nesting: place.nesting };
    const { items, prefixItems } = schema;
    if (!Array.isArray(prefixItems)) {
      result['items'] = this.any(isSchemaNode(items) ? items : true, inside);
      return;
    }
    const nodes = prefixItems.filter(isSchemaNode);
    const closed = items === undefined || items === false;
    this.report.add(joinPath(place.path, 'prefixItems'), 'the order of the items is not known to strict mode');
    result['items'] = this.any({ anyOf: isSchemaNode(items) && !closed ? [...nodes, items] : nodes }, inside);
    if (closed) result['maxItems'] = Math.min(nodes.length, Number(schema['maxItems'] ?? nodes.length));
  }

  private object(schema: SchemaObject, place: Place, result: SchemaObject): void {
    const { path } = place;
    this.limits.node(path, place.levels, place.nesting + 1);
    const properties = isSchemaObject(schema['properties']) ? schema['properties'] : {};
    const required = new Set(requiredOf(schema));
    refuseOpen(schema, properties, path);
    const compiled: SchemaObject = {};
    for (const [name, node] of Object.entries(properties)) {
      const inside = joinPath(joinPath(path, 'properties'), name);
      if (node === false && !required.has(name)) continue;
      this.limits.property(inside, name);
      const child = this.any(isSchemaNode(node) ? node : true, {
        path: inside,
        levels: place.levels + 1,
        nesting: place.nesting + 1,
      });
      setKey(compiled, name, required.has(name) ? child : nullableSchema(child));
    }
    for (const name of required) {
      if (!Object.hasOwn(compiled, name)) {
        throw new StrictFailure(joinPath(path, 'required'), `${JSON.stringify(name)} has no schema`);
      }
    }
    result['properties'] = compiled;
    result['required'] = Object.keys(compiled);
    result['additionalProperties'] = false;
  }

  /** The annotations that strict mode takes. */
  private notes(annotations: SchemaObject, path: string): SchemaObject {
    const kept: SchemaObject = {};
    for (const [keyword, value] of Object.entries(annotations)) {
      const fate = strictKeyword(keyword, value, []);
      if (fate === 'kept') kept[keyword] = value;
      else if (typeof fate === 'object') this.report.add(joinPath(path, keyword), fate.dropped);
    }
    return kept;
  }
}
