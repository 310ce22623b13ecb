import 'reflect-metadata';
import { Logger } from '@nestjs/common';
import { ToolDefinitionException } from '../../errors/tool-definition.exception.js';
import type { ValueType } from '../values/value-type.js';
import { placeOf, refusal, REMEDY, type FieldSources } from './field-sources.js';
import { typeOfField } from './field-type.js';
import { originalDesignType } from './original-design-type.js';

const logger = new Logger('ToolRouter');

/**
 * The type of a field, also where the compiler emitted none.
 * @throws ToolDefinitionException for a type that cannot be described
 */
export function describeType(sources: FieldSources): ValueType {
  const { facts, designType } = sources;
  const type = typeOfField(sources);
  if (type !== undefined) return type;
  if (designType === undefined) {
    const original = typeOfField({ ...sources, designType: originalDesignType(facts.rules) });
    if (original !== undefined) return original;
    if (!isTold(sources)) return untold(placeOf(sources));
  }
  throw undescribed(sources);
}

/** Whether the compiler said something about a field's class, or a decorator promises one. */
function isTold({ cls, property, facts }: FieldSources): boolean {
  return facts.nested || Reflect.hasMetadata('design:type', cls.prototype as object, property);
}

/** A build that emits no types must not stop the boot for a field whose validators tell no type either. */
function untold(where: string): ValueType {
  logger.warn(`${where}: its type is not known at run time, so any value is taken. ${REMEDY}`);
  return { kind: 'any' };
}

function undescribed(sources: FieldSources): Error {
  if (sources.facts.nested) {
    const remedy =
      'Add @Type(() => Item), or give @FunctionParameter({ type: [Item] }). If @Type() is there, look for a second copy of class-transformer.';
    return new ToolDefinitionException(placeOf(sources), 'has @ValidateNested(), but its class is not known.', remedy);
  }
  return refusal(sources, 'has a type that cannot be described to a model.');
}
