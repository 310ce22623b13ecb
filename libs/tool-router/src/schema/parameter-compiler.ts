import { ToolDefinitionException } from '../errors/tool-definition.exception.js';
import type { ClassType } from '../tool/class-type.js';
import type { JsonObject, JsonObjectSchema } from '../tool/json.js';
import { ArgumentRun, type Ended } from './argument-run.js';
import { checkDefault } from './plan/check-default.js';
import { checkClass } from './plan/check-class.js';
import type { DtoField } from './dto/dto-field.js';
import type { TypeOption } from './field-options.js';
import { requestSchema } from './json/request-schema.js';
import { parameterCode } from './plan/parameter-code.js';
import type { PlanCode } from './plan/plan-code.js';
import { typeOfClass, typeOfOption } from './values/type-option.js';
import { classesIn, type ValueType } from './values/value-type.js';

/** One parameter of a tool method, as its decorator and the compiler describe it. */
export interface ParameterDeclaration {
  readonly name: string;
  /** The type that TypeScript emitted for it. */
  readonly designType?: unknown;
  readonly type?: TypeOption;
  /** True unless there is a default. */
  readonly required?: boolean;
  readonly description?: string;
  readonly defaultValue?: unknown;
  readonly hasDefault: boolean;
}

/** The parameters of a method, ready for calls. */
export interface CompiledParameters {
  readonly schema: JsonObjectSchema;
  /**
   * One value per parameter, in their order, undefined for what is not given; or every fault of the arguments. The
   * values share nothing with `args`. Answers a promise only where a nested class validates asynchronously.
   */
  readonly convert: (args: JsonObject) => Ended<unknown[]> | Promise<Ended<unknown[]>>;
}

/**
 * Turns method parameters into one JSON Schema and one conversion.
 * @throws ToolDefinitionException for a parameter that cannot be described
 */
export function compileParameters(parameters: readonly ParameterDeclaration[], where: string): CompiledParameters {
  const fields = parameters.map((parameter) => toField(parameter, where));
  let code: PlanCode | undefined;
  return {
    schema: requestSchema({ fields }),
    convert(args) {
      code ??= parameterCode(fields);
      const run = new ArgumentRun();
      const values = code.make(args, undefined, run);
      code.check(values, undefined, run);
      return run.finish(values as unknown as unknown[]);
    },
  };
}

function toField(parameter: ParameterDeclaration, where: string): DtoField {
  const { name, description, hasDefault, defaultValue } = parameter;
  const at = `${where}(${name})`;
  const type = typeOfParameter(parameter, at);
  for (const cls of classesIn(type)) checkClass(cls, at);
  const nullable = hasDefault || parameter.required === false;
  const preset = hasDefault ? { value: defaultValue } : undefined;
  const field: DtoField = {
    property: name,
    key: name,
    type,
    description,
    required: !nullable,
    nullable,
    fallback: preset,
    shownDefault: preset,
    rules: [],
    transformed: false,
    exposed: false,
    keywords: undefined,
  };
  checkDefault(field, at);
  return field;
}

function typeOfParameter({ type, designType }: ParameterDeclaration, at: string): ValueType {
  const remedy = 'Give @McpParameter({ type }) as a type name, [Item], an enum or a DTO class.';
  const refuse = (problem: string) => new ToolDefinitionException(at, problem, remedy);
  if (type !== undefined) return typeOfOption(type, refuse);
  const emitted = typeof designType === 'function' ? typeOfClass(designType as ClassType) : undefined;
  if (emitted === undefined) throw refuse('has a type that cannot be described to a model.');
  return emitted;
}
