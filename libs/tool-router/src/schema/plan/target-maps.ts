import type { TargetMap } from 'class-transformer';
import type { ClassType } from '../../tool/class-type.js';
import { shapeOf } from '../dto/dto-shape.js';
import { transformerMetadata } from '../dto/transformer-metadata.js';
import type { ValueType } from '../values/value-type.js';

/** Tells class-transformer the classes of fields that carry no `@Type()`: those of a type option or an emitted type. */
export function targetMaps(classes: readonly ClassType[]): TargetMap[] {
  return classes.flatMap((target) => {
    const properties = Object.create(null) as TargetMap['properties'];
    for (const field of shapeOf(target).fields) {
      const cls = objectClass(field.type);
      if (cls !== undefined && transformerMetadata(target, field.property).type === undefined) {
        properties[field.property] = cls;
      }
    }
    return Object.keys(properties).length === 0 ? [] : [{ target, properties }];
  });
}

function objectClass(type: ValueType): ClassType | undefined {
  if (type.kind === 'array' || type.kind === 'set') return objectClass(type.item);
  if (type.kind === 'map') return objectClass(type.value);
  return type.kind === 'dto' ? type.cls : undefined;
}
