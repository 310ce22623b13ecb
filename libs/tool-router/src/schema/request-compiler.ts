import type { ClassType } from '../tool/class-type.js';
import type { JsonObject, JsonObjectSchema } from '../tool/json.js';
import { ArgumentRun, type Ended } from './argument-run.js';
import { checkClass } from './plan/check-class.js';
import { shapeOf } from './dto/dto-shape.js';
import { requestSchema } from './json/request-schema.js';
import type { ObjectPlan } from './plan/object-plan.js';
import { planOf } from './plan/plan-of.js';
import { INVALID } from './values/clean-json.js';

/** A request class, ready for calls. */
export interface CompiledRequest {
  readonly schema: JsonObjectSchema;
  /**
   * Makes an instance out of a call's arguments and validates it. The arguments are not changed, and nothing of
   * them is shared with the instance. Answers every fault of arguments that are refused, and a promise only where a
   * validator of the class is asynchronous.
   */
  readonly parse: (args: JsonObject) => Ended<object> | Promise<Ended<object>>;
}

/**
 * Turns a request class into its JSON Schema and its parser.
 * @param dto undefined for a tool without arguments
 * @param where names the tool in exceptions
 * @throws ToolDefinitionException for a class that cannot be described or made
 */
export function compileRequest(dto: ClassType | undefined, where: string): CompiledRequest {
  if (dto === undefined) return { schema: { type: 'object', properties: {} }, parse: () => ({}) };
  checkClass(dto, where);
  const { fields, description, classes } = shapeOf(dto);
  let plan: ObjectPlan | undefined;
  return {
    schema: requestSchema({ fields, description, classes, cls: dto }),
    parse(args) {
      plan ??= planOf(dto);
      const run = new ArgumentRun();
      const instance = plan.convert(args, undefined, '', run);
      if (instance === INVALID) return run.finish({});
      plan.validate(instance as object, undefined, '', run);
      return run.finish(instance as object);
    },
  };
}
