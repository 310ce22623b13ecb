import { Logger } from '@nestjs/common';
import { ArgumentRefusal } from '../errors/argument-refusal.js';
import { ToolDefinitionException } from '../errors/tool-definition.exception.js';
import { compileRequest } from '../schema/request-compiler.js';
import type { ClassType } from '../tool/class-type.js';
import type { ExecutableTool } from '../tool/executable-tool.js';
import { isUserToolShape, isValidToolName } from '../text/tool-name.js';
import type { JsonObjectSchema } from '../tool/json.js';
import type { ToolContext } from '../tool/tool-context.js';
import type { ToolDefinition } from '../tool/tool-definition.js';
import type { StringResults } from './result-text.js';
import { runOnHost } from './run-on-host.js';
import type { ToolHost } from './tool-host.js';
import { toolMetadata } from './tool-metadata.accessor.js';
import type { FunctionCallOptions } from './tool-options.js';

const logger = new Logger('ToolRouter');

type Apply = (request: unknown, context: ToolContext) => unknown;

/**
 * The tool behind a `@FunctionCall` class.
 * @throws ToolDefinitionException where the class cannot serve as one
 */
export function createFunctionTool(
  host: ToolHost,
  options: FunctionCallOptions,
  strings: StringResults,
): ExecutableTool {
  checkName(host, options);
  const request = compileRequest(requestType(host, options), `${host.label}.apply`);
  return {
    definition: definitionOf(options, request.schema),
    source: 'function',
    origin: host.label,
    execute(args, invocation) {
      const apply = (parsed: object | ArgumentRefusal) =>
        parsed instanceof ArgumentRefusal
          ? parsed
          : runOnHost(host, invocation, strings, (instance) =>
              (instance as { apply: Apply }).apply(parsed, invocation.context),
            );
      const parsed = request.parse(args);
      return parsed instanceof Promise ? parsed.then(apply) : apply(parsed);
    },
  };
}

function definitionOf(
  { name, description, strict, annotations }: FunctionCallOptions,
  parameters: JsonObjectSchema,
): ToolDefinition {
  const definition: { -readonly [K in keyof ToolDefinition]: ToolDefinition[K] } = {
    name,
    description: typeof description === 'string' ? description : '',
    parameters,
  };
  if (strict === true) definition.strict = true;
  if (annotations !== undefined) definition.annotations = Object.freeze({ ...annotations });
  return Object.freeze(definition);
}

function checkName(host: ToolHost, { name, description }: FunctionCallOptions): void {
  if (typeof name !== 'string' || !isValidToolName(name)) {
    throw new ToolDefinitionException(
      host.label,
      `@FunctionCall has the name ${JSON.stringify(name)}, which providers refuse.`,
      'Use a letter, then up to 63 letters, digits, "_" or "-".',
    );
  }
  if (isUserToolShape(name)) {
    throw new ToolDefinitionException(
      host.label,
      `@FunctionCall has the name ${JSON.stringify(name)}; the shape user_…_tool_… is kept for tools of users' own servers.`,
      'Choose another name.',
    );
  }
  if (typeof description !== 'string' || description.trim() === '') {
    logger.warn(
      `${host.label}: @FunctionCall ${JSON.stringify(name)} has no description. Say in one sentence what the tool does: it is all that the model knows.`,
    );
  }
}

function requestType(host: ToolHost, options: FunctionCallOptions): ClassType | undefined {
  const { instance } = host;
  const apply =
    instance === undefined
      ? toolMetadata.method(host.type, 'apply')
      : (instance as { readonly apply?: (...args: never[]) => unknown }).apply;
  if (typeof apply !== 'function') {
    throw new ToolDefinitionException(
      host.label,
      `@FunctionCall ${JSON.stringify(options.name)} is on a class without the method apply(request, context?).`,
      'Add it, or use @McpService and @McpTool for a class with several tools.',
    );
  }
  if (options.request !== undefined) return options.request;
  const [type] = toolMetadata.parameterTypes(host.type, 'apply') ?? [];
  if (typeof type === 'function' && type !== Object) return type as ClassType;
  if ((toolMetadata.method(host.type, 'apply')?.length ?? 0) > 0) {
    logger.warn(
      `${host.label}.apply takes a request whose class is not known at run time, so the model is shown no arguments. ` +
        'Write apply(@FunctionRequest() request: YourRequest), or give it as @FunctionCall({ request: YourRequest }).',
    );
  }
  return undefined;
}
