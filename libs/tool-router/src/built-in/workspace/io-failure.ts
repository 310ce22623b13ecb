import { BuiltInFailure, type BuiltInFailureKind } from '../built-in-failure.js';

const REASONS: Readonly<Record<string, readonly [BuiltInFailureKind, string]>> = {
  ENOENT: ['not_found', 'does not exist'],
  ENOTDIR: ['not_found', 'goes through a file as if it were a directory'],
  EEXIST: ['already_exists', 'exists already'],
  EISDIR: ['is_directory', 'is a directory'],
  ENXIO: ['not_regular', 'is not a regular file'],
  ENODEV: ['not_regular', 'is not a regular file'],
  ELOOP: ['stale', 'was replaced by a link during the call'],
  EROFS: ['read_only', 'is on a read-only file system'],
  EACCES: ['sensitive', 'is not accessible to the host'],
  EPERM: ['sensitive', 'is not accessible to the host'],
  ENAMETOOLONG: ['validation', 'has a name that is too long'],
  EINVAL: ['validation', 'has a name that the file system refuses'],
  ENOSPC: ['limit', 'cannot be written: no space is left'],
  EDQUOT: ['limit', 'cannot be written: the quota is used up'],
  EFBIG: ['limit', 'would become too large for the file system'],
  EMFILE: ['limit', 'cannot be opened now: too many files are open'],
  ENFILE: ['limit', 'cannot be opened now: too many files are open'],
};

/**
 * A file system error in words for the model; anything that is no known one is returned as it is.
 * @param shown the path as `GuardedPath.shown` has it
 */
export function ioFailure(error: unknown, shown: string): unknown {
  if (!(error instanceof Error) || error instanceof BuiltInFailure) return error;
  const reason = REASONS[(error as NodeJS.ErrnoException).code ?? ''];
  return reason === undefined ? error : new BuiltInFailure(reason[0], `${shown} ${reason[1]}.`);
}
