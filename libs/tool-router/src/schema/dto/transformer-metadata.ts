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

/** The parts of class-transformer's storage, each by class. */
const PARTS = ['_typeMetadatas', '_transformMetadatas', '_exposeMetadatas', '_excludeMetadatas'] as const;

/**
 * Whether a decorator of class-transformer stands on a class or on one that it extends. The library's own look-ups
 * make several lists for every property, which most classes need not.
 */
export function hasTransformerMetadata(cls: ClassType): boolean {
  for (const part of PARTS) {
    const byClass = (defaultMetadataStorage as unknown as Readonly<Record<string, unknown>>)[part];
    if (!(byClass instanceof Map)) return true;
    if (byClass.size === 0) continue;
    for (let at: unknown = cls; typeof at === 'function' && at.prototype; at = Object.getPrototypeOf(at)) {
      // The library goes on from the constructor that the prototype names.
      if (byClass.has(at) || (at.prototype as object).constructor !== at) return true;
    }
  }
  return false;
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
