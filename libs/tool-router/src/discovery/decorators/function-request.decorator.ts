import { declareRequest, type RequestOptions } from '../../schema/field-options.js';
import type { ClassType } from '../../tool/class-type.js';

/**
 * On a class: the request DTO of a function; its description becomes the schema's.
 * On the first parameter of `apply`: makes the compiler keep that parameter's type, through which the DTO is found.
 */
export function FunctionRequest(options: RequestOptions = {}): ClassDecorator & ParameterDecorator {
  return (target: object, property?: string | symbol) => {
    if (property === undefined) declareRequest(target as ClassType, options);
  };
}
