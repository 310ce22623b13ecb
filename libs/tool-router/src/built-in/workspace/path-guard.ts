import { realpath, stat } from 'node:fs/promises';
import { parse, relative, resolve, sep } from 'node:path';
import type { BuiltInToolContext } from '../../tool/built-in-tool-context.js';
import { BuiltInFailure } from '../built-in-failure.js';
import { deniedSegment } from './denied-segments.js';
import { isForbidden } from './forbidden-folders.js';
import { isInside, rebase, segmentsBelow } from './path-containment.js';
import { checkPathInput, quotePath } from './path-input.js';
import { resolveLinks, type LinkWalk } from './resolve-links.js';
import { rootAround, toRealRoot, workspaceRoots, type WorkspaceRoot } from './workspace-roots.js';

/** What a call wants to do at a path. `cwd` is a folder to run a command in. */
export type PathAccess = 'read' | 'write' | 'cwd';

/** A path that passed the guard. */
export interface GuardedPath {
  /** Absolute, free of links; the only spelling to hand to the file system. */
  readonly real: string;
  /** For the model: below the workspace relative to it with `/` (`.` for its root), else in the host's own spelling. */
  readonly shown: string;
  readonly exists: boolean;
}

type Roots = readonly [WorkspaceRoot, ...WorkspaceRoot[]];

const OUTSIDE_HINT = 'Use a path inside the workspace, relative to its root.';

function refuseOutside(given: string): never {
  throw new BuiltInFailure(
    'outside',
    `The path ${quotePath(given)} leads outside the folders that are open here.`,
    OUTSIDE_HINT,
  );
}

/** Refuses a place, lexical or real, that the access does not reach; looks at nothing on the disk. */
function checkPlace(path: string, access: PathAccess, given: string, roots: Roots, context: BuiltInToolContext): void {
  const root = rootAround(path, roots);
  if (isForbidden(path)) {
    if (root === undefined && !context.allowOutsideWorkspace) refuseOutside(given);
    throw new BuiltInFailure(
      'sensitive',
      `The path ${quotePath(given)} leads into /proc, /sys or /dev, which is never open.`,
    );
  }
  if (access === 'write' && root?.writable === false) {
    throw new BuiltInFailure(
      'read_only',
      `The path ${quotePath(given)} is in a folder that is open for reading only.`,
      OUTSIDE_HINT,
    );
  }
  if (context.allowOutsideWorkspace) return;
  if (root === undefined) refuseOutside(given);
  if (access === 'cwd' && !isInside(roots[0].real, path)) refuseOutside(given);
  if (access === 'read' && context.restrictReadToAllowedRoots) {
    if (!roots.slice(1).some((open) => isInside(open.real, path))) refuseOutside(given);
  }
}

function checkSegments(path: string, given: string, roots: Roots, context: BuiltInToolContext): void {
  const below = rootAround(path, roots)?.real ?? parse(path).root;
  const denied = deniedSegment(segmentsBelow(below, path), context.deniedWriteSegments);
  if (denied !== undefined) {
    throw new BuiltInFailure(
      'sensitive',
      `The path ${quotePath(given)} may not be written: ${quotePath(denied)} is protected.`,
    );
  }
}

/** The walk's refusals that happened at a place which the access reaches, so that they may be told. */
function refuseWalk(end: Exclude<LinkWalk['end'], 'exists' | 'missing'>, access: PathAccess, given: string): never {
  const path = quotePath(given);
  switch (end) {
    case 'dangling':
      throw new BuiltInFailure('not_found', `The path ${path} goes through a link whose target does not exist.`);
    case 'loop':
      throw new BuiltInFailure('validation', `The path ${path} goes through links that form a loop.`);
    case 'not_directory':
      throw new BuiltInFailure(
        access === 'write' ? 'validation' : 'not_found',
        `The path ${path} goes through a file as if it were a directory.`,
      );
    case 'too_long':
      throw new BuiltInFailure('validation', `The path ${path} has a name that is too long.`, 'Shorten the name.');
    case 'unreadable':
      throw new BuiltInFailure('sensitive', `The host does not permit access to ${path}.`);
  }
}

async function follow(start: string, path: string): Promise<LinkWalk> {
  try {
    return { real: await realpath(path), end: 'exists' };
  } catch {
    return resolveLinks(start, path);
  }
}

async function checkCwd(path: GuardedPath, given: string): Promise<void> {
  if (!path.exists) throw new BuiltInFailure('not_found', `The folder ${quotePath(given)} does not exist.`);
  const found = await stat(path.real).catch(() => undefined);
  if (found?.isDirectory() !== true) {
    throw new BuiltInFailure('validation', `The path ${quotePath(given)} is not a directory.`);
  }
}

/**
 * The one gate of every path that a model names: argument, patch header, search base, working folder.
 *
 * Refuses lexically first, without touching the disk, then follows every link and checks the real place again.
 * What lies outside cannot be told apart by the answers: existing, missing, dangling and unreadable read the same.
 *
 * Residual risk. Node has no `openat2`, so between this check and the use of `real` another process that may write
 * in the workspace can swap a folder for a link. The readers and writers of this folder close that window where
 * `/proc/self/fd` exists (Linux): they open the parent folder or the file, ask the kernel where the descriptor
 * really is, and work through the descriptor. Elsewhere they compare real paths before and after, which shortens
 * the window and reports a stray write, but does not close it. Hard links that exist already are read like any other
 * file; writers never write through them. Nothing here confines the text of a shell command: that takes a sandbox.
 *
 * @param input what the model gave, of any type
 * @throws BuiltInFailure `validation`, `outside`, `sensitive`, `read_only`, `not_found`
 */
export async function guardPath(input: unknown, access: PathAccess, context: BuiltInToolContext): Promise<GuardedPath> {
  const given = checkPathInput(input);
  if (access === 'write' && given.endsWith(sep)) {
    throw new BuiltInFailure(
      'validation',
      `The path ${quotePath(given)} names a directory, because it ends with ${sep}.`,
    );
  }
  const roots = await workspaceRoots(context);
  const [workspace] = roots;
  const path = toRealRoot(resolve(workspace.real, given), roots);
  checkPlace(path, access, given, roots, context);
  if (access === 'write') checkSegments(path, given, roots, context);
  const root = rootAround(path, roots);
  // The real path of a root has just been asked for.
  const walk: LinkWalk =
    path === root?.real ? { real: path, end: 'exists' } : await follow(root?.real ?? parse(path).root, path);
  checkPlace(walk.real, access, given, roots, context);
  if (access === 'write') checkSegments(walk.real, given, roots, context);
  if (walk.end !== 'exists' && walk.end !== 'missing') refuseWalk(walk.end, access, given);
  const guarded = { real: walk.real, shown: showPath(path, root, workspace), exists: walk.end === 'exists' };
  if (access === 'cwd') await checkCwd(guarded, given);
  return guarded;
}

function showPath(path: string, root: WorkspaceRoot | undefined, workspace: WorkspaceRoot): string {
  if (root === undefined) return path;
  if (root !== workspace && !isInside(workspace.real, path)) return rebase(path, root.real, root.configured);
  return relative(workspace.real, path).split(sep).join('/') || '.';
}
