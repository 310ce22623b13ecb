import { TransformationType, type TypeMetadata } from 'class-transformer';
import { defaultMetadataStorage } from 'class-transformer/cjs/storage.js';
import type { ClassType } from '../../tool/class-type.js';

const TO_CLASS = TransformationType.PLAIN_TO_CLASS;

/** What class-transformer's decorators say about one property, as far as making instances is concerned. */
export interface TransformerMetadata {
  /** The name that the property has in JSON. */
  readonly key: string;
  readonly excluded: boolean;
  /** Filled even when the JSON has nothing for it. */
  readonly exposed: boolean;
  readonly transformed: boolean;
  readonly type: TypeMetadata | undefined;
}

/** Reads class-transformer's storage for one property. */
export function transformerMetadata(cls: ClassType, property: string): TransformerMetadata {
  const exposed = defaultMetadataStorage.getExposedProperties(cls, TO_CLASS).includes(property);
  const expose = exposed ? defaultMetadataStorage.findExposeMetadata(cls, property) : undefined;
  return {
    key: expose?.options?.name ?? property,
    excluded: isExcluded(cls, property, exposed),
    exposed,
    transformed: defaultMetadataStorage.findTransformMetadatas(cls, property, TO_CLASS).length > 0,
    type: defaultMetadataStorage.findTypeMetadata(cls, property),
  };
}

/** Whether class-transformer does more for this class than what the metadata above says: strategies, groups, versions. */
export function hasClassStrategy(cls: ClassType): boolean {
  if (defaultMetadataStorage.getStrategy(cls) !== 'none') return true;
  return defaultMetadataStorage.getExposedMetadatas(cls).some((expose) => {
    const { groups, since, until } = expose.options ?? {};
    return groups !== undefined || since !== undefined || until !== undefined;
  });
}

function isExcluded(cls: ClassType, property: string, exposed: boolean): boolean {
  if (defaultMetadataStorage.getExcludedProperties(cls, TO_CLASS).includes(property)) return true;
  const groups = defaultMetadataStorage.findExposeMetadata(cls, property)?.options?.groups;
  if (groups !== undefined && groups.length > 0) return true;
  return defaultMetadataStorage.getStrategy(cls) === 'excludeAll' && !exposed;
}
