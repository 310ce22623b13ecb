import { ToolDefinitionException } from '../../errors/tool-definition.exception.js';
import { ArgumentRun } from '../argument-run.js';
import type { DtoField } from '../dto/dto-field.js';
import { converterOf } from '../values/value-converter.js';
import { instanceConversion } from './instance-conversion.js';
import { planOf } from './plan-of.js';

/**
 * Checks that a default is of the type of its field: a model could do nothing about it.
 * @throws ToolDefinitionException
 */
export function checkDefault({ fallback, type }: DtoField, where: string): void {
  if (fallback === undefined || fallback.value === null || fallback.value === undefined) return;
  const convert = converterOf(type, instanceConversion(planOf));
  const run = new ArgumentRun();
  convert(fallback.value, undefined, 'default', run);
  if (!run.hasFaults()) return;
  throw new ToolDefinitionException(
    where,
    'has a default that is not of its type.',
    'Correct the default or the type.',
  );
}
