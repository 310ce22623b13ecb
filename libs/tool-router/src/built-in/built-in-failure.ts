/** Why a coding tool refused or failed; stable, part of the answer for the model. */
export type BuiltInFailureKind =
  | 'validation'
  | 'not_found'
  | 'already_exists'
  | 'is_directory'
  | 'not_regular'
  | 'outside'
  | 'sensitive'
  | 'read_only'
  | 'too_large'
  | 'binary'
  | 'not_utf8'
  | 'ambiguous'
  | 'overlap'
  | 'no_change'
  | 'context_not_found'
  | 'stale'
  | 'invalid_regex'
  | 'timeout'
  | 'cancelled'
  | 'limit'
  | 'internal';

/** A failure that the model reads as `{"ok":false,"error":{kind,message,hint?}}`. */
export class BuiltInFailure extends Error {
  /**
   * @param message names the path as given, the reason and, where there is one, the next step; never an absolute host path
   * @param hint a next step that does not fit into the message
   */
  constructor(
    readonly kind: BuiltInFailureKind,
    message: string,
    readonly hint?: string,
  ) {
    super(message);
    this.name = 'BuiltInFailure';
  }
}
