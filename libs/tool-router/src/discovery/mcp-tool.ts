import { Logger } from '@nestjs/common';
import { ToolDefinitionException } from '../errors/tool-definition.exception.js';
import { ArgumentRefusal } from '../errors/argument-refusal.js';
import { normaliseRoot } from '../schema/dialects/normalise-root.js';
import { compileInputSchema } from '../schema/input-schema-validator.js';
import { compileParameters, type ParameterDeclaration } from '../schema/parameter-compiler.js';
import { exposedToolName } from '../text/tool-name.js';
import type { JsonObjectSchema, JsonSchema } from '../tool/json.js';
import type { ExecutableTool } from '../tool/executable-tool.js';
import { CONTEXT_PARAMETER, type ParameterMetadata } from './parameter-metadata.js';
import { parameterNames, type SourceParameter } from './parameter-names.js';
import type { StringResults } from './result-text.js';
import { runOnHost } from './run-on-host.js';
import type { ToolHost } from './tool-host.js';
import { toolMetadata } from './tool-metadata.accessor.js';
import type { McpParameterOptions, McpToolOptions } from './tool-options.js';

const logger = new Logger('ToolRouter');

type Method = (this: object, ...args: unknown[]) => unknown;

/**
 * The tool behind one `@McpTool` method.
 * @throws ToolDefinitionException where the method or one of its parameters cannot be described
 */
export function createMcpTool(
  host: ToolHost,
  serviceName: string,
  property: string,
  options: McpToolOptions,
  strings: StringResults,
): ExecutableTool {
  const where = `${host.label}.${property}`;
  const slots = parameterSlots(host, property, where, options.inputSchema !== undefined);
  const declared = slots.filter((slot) => slot !== CONTEXT_PARAMETER);
  const parameters = compileParameters(declared, where);
  if (options.inputSchema !== undefined) checkAgainstSchema(declared, options.inputSchema, where);
  const validate = options.inputSchema === undefined ? undefined : compileInputSchema(options.inputSchema, where);
  const toolName = options.name === undefined || options.name.trim() === '' ? property : options.name;
  return {
    definition: Object.freeze({
      name: exposedToolName(`${serviceName}_${toolName}`, ['local', serviceName, toolName]),
      description: options.description ?? '',
      parameters: options.inputSchema === undefined ? parameters.schema : objectRootOf(options.inputSchema, where),
      ...(options.annotations === undefined ? {} : { annotations: Object.freeze({ ...options.annotations }) }),
    }),
    source: 'local-mcp',
    serverId: serviceName,
    origin: where,
    execute(args, invocation) {
      const faults = validate?.(args) ?? [];
      if (faults.length > 0) return new ArgumentRefusal(faults);
      const call = (values: unknown[] | ArgumentRefusal) => {
        if (values instanceof ArgumentRefusal) return values;
        return runOnHost(host, invocation, strings, (instance) => {
          const rest = values.values();
          const filled = slots.map((slot) => (slot === CONTEXT_PARAMETER ? invocation.context : rest.next().value));
          return (instance as Record<string, Method>)[property]?.apply(instance, filled);
        });
      };
      const values = parameters.convert(args);
      return values instanceof Promise ? values.then(call) : call(values);
    },
  };
}

/** What is shown of a schema that was written by hand: what clients and providers expect, a root that is an object. */
function objectRootOf(schema: JsonSchema, where: string): JsonObjectSchema {
  const root = normaliseRoot(schema);
  if ('schema' in root) return root.schema;
  const remedy = "Write a schema with the root type 'object': the arguments of a call are an object.";
  throw new ToolDefinitionException(where, `has an inputSchema that cannot be used: ${root.refused}.`, remedy);
}

/** A required parameter that the schema does not show could never be filled by a model. */
function checkAgainstSchema(declared: readonly ParameterDeclaration[], schema: JsonSchema, where: string): void {
  const { properties } = schema;
  if (typeof properties !== 'object' || properties === null) return;
  const missing = declared.find(({ name, required }) => required === true && !Object.hasOwn(properties, name));
  if (missing === undefined) return;
  throw new ToolDefinitionException(
    where,
    `its inputSchema has no property ${JSON.stringify(missing.name)}, which the method requires.`,
    "Add the property, or name the parameter after one with @McpParameter({ name: '…' }).",
  );
}

type Slot = ParameterDeclaration | typeof CONTEXT_PARAMETER;

function parameterSlots(host: ToolHost, property: string, where: string, hasSchema: boolean): Slot[] {
  const method = toolMetadata.method(host.type, property);
  if (method === undefined) {
    throw new ToolDefinitionException(where, '@McpTool is on something that is no method.', 'Move it to a method.');
  }
  const metadata = toolMetadata.mcpParameters(host.type, property);
  const types = toolMetadata.parameterTypes(host.type, property);
  const names = parameterNames(method);
  const count = Math.max(
    types?.length ?? 0,
    names?.length ?? method.length,
    ...[...metadata.keys()].map((key) => key + 1),
  );
  const slots = Array.from({ length: count }, (_, index) =>
    slotOf(metadata.get(index), types?.[index], names?.[index], `${where}, parameter ${index + 1}`, hasSchema),
  );
  const seen = new Set<string>();
  for (const slot of slots) {
    if (slot === CONTEXT_PARAMETER) continue;
    if (seen.has(slot.name)) {
      throw new ToolDefinitionException(where, `two parameters are named ${JSON.stringify(slot.name)}.`, 'Rename one.');
    }
    seen.add(slot.name);
  }
  return slots;
}

function slotOf(
  metadata: ParameterMetadata | undefined,
  designType: unknown,
  source: SourceParameter | undefined,
  where: string,
  hasSchema: boolean,
): Slot {
  if (metadata === CONTEXT_PARAMETER) return CONTEXT_PARAMETER;
  const name = metadata?.name ?? source?.name;
  if (name === undefined || name === '') {
    throw new ToolDefinitionException(
      where,
      'its name cannot be read from the source.',
      "Add @McpParameter({ name: '…' }).",
    );
  }
  const hasDefault = metadata !== undefined && 'defaultValue' in metadata && metadata.defaultValue !== undefined;
  const isUntyped = designType === undefined || designType === Object;
  const type = metadata?.type ?? (isUntyped ? guessedType(metadata, designType, source, where, hasSchema) : undefined);
  return {
    name,
    designType,
    ...(type === undefined ? {} : { type }),
    ...(metadata?.description === undefined ? {} : { description: metadata.description }),
    required: metadata?.required ?? !(hasDefault || (source?.hasDefault ?? false)),
    hasDefault,
    ...(hasDefault ? { defaultValue: metadata.defaultValue } : {}),
  };
}

/**
 * The type of a parameter of which the compiler tells nothing: that of its default. A build that emits no types at all
 * leaves the others open; an emitted `Object` is a type that only the author can describe.
 */
function guessedType(
  metadata: McpParameterOptions | undefined,
  designType: unknown,
  source: SourceParameter | undefined,
  where: string,
  hasSchema: boolean,
): McpParameterOptions['type'] {
  const ofDefault = typeof metadata?.defaultValue;
  if (ofDefault === 'number' || ofDefault === 'string' || ofDefault === 'boolean') return ofDefault;
  if (source?.defaultType !== undefined) return source.defaultType;
  if (hasSchema) return 'any';
  if (designType !== undefined) return undefined;
  logger.warn(
    `${where}: its type is not known at run time, so any value is taken. Give it as @McpParameter({ type }).`,
  );
  return 'any';
}
