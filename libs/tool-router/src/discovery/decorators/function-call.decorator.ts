import { SetMetadata } from '@nestjs/common';
import { FUNCTION_CALL } from '../metadata-keys.js';
import type { FunctionCallOptions } from '../tool-options.js';

/** Marks an injectable class with an `apply(request, context?)` method as a function that a model can call. */
export function FunctionCall(options: FunctionCallOptions): ClassDecorator {
  return SetMetadata(FUNCTION_CALL, options);
}
