import { ToolDefinitionException } from '../../errors/tool-definition.exception.js';
import type { ClassType } from '../../tool/class-type.js';
import type { ValueType } from '../values/value-type.js';
import { checkDefault } from './check-default.js';
import type { DtoField } from '../dto/dto-field.js';
import { shapeOf } from '../dto/dto-shape.js';
import { reachableClasses } from '../dto/reachable-classes.js';

/**
 * Checks that a request class and all classes in it can be described and made.
 * @throws ToolDefinitionException
 */
export function checkClass(cls: ClassType, where: string): void {
  const { makeable, classes, hasFallbacks } = shapeOf(cls);
  if (makeable && classes.length === 0 && !hasFallbacks) return;
  for (const one of reachableClasses(cls)) {
    checkConstructor(one, where);
    for (const field of shapeOf(one).fields) {
      checkUnion(field.type, one, field);
      if (field.fallback !== undefined) checkDefault(field, placeOf(one, field));
    }
  }
}

function checkConstructor(cls: ClassType, where: string): void {
  if (shapeOf(cls).makeable) return;
  const problem = `uses the class ${cls.name}, whose constructor fails without arguments.`;
  throw new ToolDefinitionException(where, problem, 'Let the constructor work without arguments, or remove it.');
}

/** class-transformer takes the discriminator away, so a member that declares it could never be valid. */
function checkUnion(type: ValueType, owner: ClassType, at: DtoField): void {
  if (type.kind === 'array' || type.kind === 'set') checkUnion(type.item, owner, at);
  if (type.kind !== 'union' || type.keep) return;
  for (const { cls } of type.members) {
    if (!shapeOf(cls).fields.some((field) => field.key === type.discriminator && field.required)) continue;
    const problem = `removes the discriminator ${JSON.stringify(type.discriminator)}, which ${cls.name} needs.`;
    throw new ToolDefinitionException(
      placeOf(owner, at),
      problem,
      'Give @Type() the option keepDiscriminatorProperty: true.',
    );
  }
}

function placeOf(cls: ClassType, field: DtoField): string {
  return `${cls.name}.${field.property}`;
}
