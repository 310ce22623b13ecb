import { lstat, realpath } from 'node:fs/promises';
import { dirname, relative, sep } from 'node:path';
import type { BuiltInToolContext } from '../../tool/built-in-tool-context.js';
import { BuiltInFailure } from '../built-in-failure.js';
import { isInside } from '../workspace/path-containment.js';
import { guardPath } from '../workspace/path-guard.js';

/** A folder or file to search in. */
export interface SearchPlace {
  /** Absolute real path of the open folder around it: the outermost place whose ignore rules count. */
  readonly anchor: string;
  /** From the anchor, with `/`; empty for the anchor itself. */
  readonly target: string;
  readonly isFile: boolean;
  /** As the model is shown it; `.` for the root of the workspace. */
  readonly shown: string;
}

async function anchorAround(folder: string, context: BuiltInToolContext): Promise<string> {
  const roots = [context.workspaceRoot, ...context.allowedReadRoots.filter((root) => root.trim() !== '')];
  const real = await Promise.all(roots.map((root) => realpath(root).catch(() => undefined)));
  const around = real.filter((root) => root !== undefined && isInside(root, folder));
  return (
    around.reduce<string | undefined>(
      (best, root) => ((root?.length ?? 0) > (best?.length ?? 0) ? root : best),
      undefined,
    ) ?? folder
  );
}

/**
 * Lets a path through the guard and looks at what is there.
 * @throws BuiltInFailure
 */
export async function findPlace(path: string, context: BuiltInToolContext): Promise<SearchPlace> {
  const { real, shown, exists } = await guardPath(path, 'read', context);
  const stat = exists ? await lstat(real).catch(() => undefined) : undefined;
  if (stat === undefined) {
    throw new BuiltInFailure(
      'not_found',
      `The path ${JSON.stringify(shown)} does not exist.`,
      'Find it with glob first.',
    );
  }
  if (!stat.isFile() && !stat.isDirectory()) {
    throw new BuiltInFailure('not_regular', `The path ${JSON.stringify(shown)} is neither a file nor a folder.`);
  }
  const anchor = await anchorAround(stat.isFile() ? dirname(real) : real, context);
  return { anchor, target: relative(anchor, real).split(sep).join('/'), isFile: stat.isFile(), shown };
}

/** Spells a path from the anchor, at or below the place, as the model may give it to other tools. */
export function showBelow(place: SearchPlace, path: string): string {
  const below = place.target === '' ? path : path.slice(place.target.length + 1);
  if (below === '') return place.shown;
  if (place.shown === '.') return below;
  return place.shown.endsWith('/') ? place.shown + below : `${place.shown}/${below}`;
}
