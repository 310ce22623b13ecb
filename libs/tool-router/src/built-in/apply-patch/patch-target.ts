import { basename, dirname, join, normalize, sep } from 'node:path';
import type { BuiltInToolContext } from '../../tool/built-in-tool-context.js';
import { BuiltInFailure } from '../built-in-failure.js';
import { guardPath } from '../workspace/path-guard.js';
import type { PatchOperation } from './patch-operation.js';

/** A path of a patch that passed the guard. */
export interface PatchTarget {
  /** In messages and results. */
  readonly shown: string;
  /** Where the content is: links followed. */
  readonly real: string;
  /** Where the name itself is; another place than `real` only where the name is a link. */
  readonly own: string;
}

/** An operation with its guarded paths. */
export interface TargetedOperation {
  readonly operation: PatchOperation;
  readonly target: PatchTarget;
  readonly destination?: PatchTarget;
}

async function guarded(given: string, context: BuiltInToolContext): Promise<PatchTarget> {
  const { real, shown } = await guardPath(given, 'write', context);
  const path = normalize(given);
  // A link may stand in another folder than its target, so its own folder has to pass too.
  const folder = await guardPath(dirname(path), 'write', context);
  return { real, shown, own: join(folder.real, basename(path)) };
}

/**
 * A path below a file that an earlier operation takes away: on the disk it is no path yet. The guard has passed its
 * spelling and stopped at the file only; that file passes as a whole here.
 */
async function belowVacated(
  given: string,
  vacated: ReadonlySet<string>,
  context: BuiltInToolContext,
): Promise<PatchTarget | undefined> {
  const path = normalize(given);
  for (let above = dirname(path); above !== dirname(above); above = dirname(above)) {
    const found = await guardPath(above, 'write', context).catch(() => undefined);
    if (found === undefined) continue;
    const below = path.slice(above.length + 1);
    if (!vacated.has(found.real)) return undefined;
    const real = join(found.real, below);
    return { real, own: real, shown: [found.shown, ...below.split(sep)].join('/') };
  }
  return undefined;
}

/**
 * Passes every path that a patch names through the guard, before anything is read or written.
 * @throws BuiltInFailure of the guard
 */
export async function guardTargets(
  operations: readonly PatchOperation[],
  context: BuiltInToolContext,
): Promise<readonly TargetedOperation[]> {
  const vacated = new Set<string>();
  const guard = async (given: string): Promise<PatchTarget> => {
    try {
      return await guarded(given, context);
    } catch (error) {
      const isDeadEnd = error instanceof BuiltInFailure && error.kind === 'validation' && vacated.size > 0;
      const target = isDeadEnd ? await belowVacated(given, vacated, context) : undefined;
      if (target !== undefined) return target;
      throw error;
    }
  };
  const targeted: TargetedOperation[] = [];
  for (const operation of operations) {
    const target = await guard(operation.path);
    const moveTo = operation.kind === 'update' ? operation.moveTo : undefined;
    if (moveTo !== undefined) targeted.push({ operation, target, destination: await guard(moveTo) });
    else targeted.push({ operation, target });
    if (moveTo !== undefined || operation.kind === 'delete') vacated.add(target.real);
  }
  return targeted;
}
