/** Files of the two libraries that have no type declarations of their own beside them. */
declare module 'class-validator/cjs/validation/ValidationExecutor.js' {
  export { ValidationExecutor } from 'class-validator/types/validation/ValidationExecutor.js';
}

declare module 'class-transformer/cjs/storage.js' {
  import type { MetadataStorage } from 'class-transformer/types/MetadataStorage.js';
  export const defaultMetadataStorage: MetadataStorage;
}

declare module 'class-validator/cjs/validation/ValidationUtils.js' {
  export { ValidationUtils } from 'class-validator/types/validation/ValidationUtils.js';
}
