import { realpath } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { BuiltInToolContext } from '../../tool/built-in-tool-context.js';
import { BuiltInFailure } from '../built-in-failure.js';
import { isInside, rebase } from './path-containment.js';

/** A folder that the host opened to the tools. */
export interface WorkspaceRoot {
  /** As the host wrote it, absolute; also an accepted spelling. */
  readonly configured: string;
  readonly real: string;
  readonly writable: boolean;
}

async function readRoot(configured: string): Promise<readonly WorkspaceRoot[]> {
  try {
    return [{ configured, real: await realpath(configured), writable: false }];
  } catch {
    return []; // A root that is not there opens nothing.
  }
}

/**
 * The workspace, then the read roots that exist, with their real paths.
 * @throws BuiltInFailure `not_found` where the workspace itself is missing
 */
export async function workspaceRoots(
  context: BuiltInToolContext,
): Promise<readonly [WorkspaceRoot, ...WorkspaceRoot[]]> {
  const configured = resolve(context.workspaceRoot);
  const real = await realpath(configured).catch(() => {
    throw new BuiltInFailure('not_found', 'The workspace folder does not exist on the host.');
  });
  const roots = context.allowedReadRoots.filter((root) => root.trim() !== '').map((root) => readRoot(resolve(root)));
  return [{ configured, real, writable: true }, ...(await Promise.all(roots)).flat()];
}

/** The deepest root around a path that is spelled below the real roots; the workspace wins a tie. */
export function rootAround(path: string, roots: readonly WorkspaceRoot[]): WorkspaceRoot | undefined {
  let deepest: WorkspaceRoot | undefined;
  for (const root of roots) {
    if (isInside(root.real, path) && root.real.length > (deepest?.real.length ?? 0)) deepest = root;
  }
  return deepest;
}

/** Spells an absolute path below a root's real path where it is below the root as configured. */
export function toRealRoot(path: string, roots: readonly WorkspaceRoot[]): string {
  if (rootAround(path, roots) !== undefined) return path;
  const alias = roots.find((root) => isInside(root.configured, path));
  return alias === undefined ? path : rebase(path, alias.configured, alias.real);
}
