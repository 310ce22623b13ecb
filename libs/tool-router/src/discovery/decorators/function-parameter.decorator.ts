import { ToolDefinitionException } from '../../errors/tool-definition.exception.js';
import { declareField, type FieldOptions } from '../../schema/field-options.js';

/** Describes a field of a request DTO to the model, beside or instead of class-validator decorators. */
export function FunctionParameter(options: FieldOptions = {}): PropertyDecorator {
  return (target, property) => {
    if (typeof target === 'function' || typeof property === 'symbol') {
      const owner = typeof target === 'function' ? target.name : target.constructor.name;
      throw new ToolDefinitionException(
        `${owner}.${String(property)}`,
        '@FunctionParameter describes instance fields with text names only.',
        'Move it to such a field of the request class.',
      );
    }
    declareField(target, property, options);
  };
}
