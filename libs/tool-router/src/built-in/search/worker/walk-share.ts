/** Part of a walk that several threads do together. */
export interface WalkShare {
  readonly index: number;
  readonly of: number;
}

/** What a thread knows about the folder it is in. */
export interface SharedFolder {
  readonly depth: number;
  readonly hash: number;
  /** Whether the files of this folder are this thread's. */
  readonly mine: boolean;
}

/** Folders at this depth go to one thread each, with all that is in them; the few above are listed by every thread. */
export const SHARE_DEPTH = 3;

/** The folder that a walk starts in: the files near the top belong to the first thread. */
export function startOfShare(share: WalkShare): SharedFolder {
  return { depth: 0, hash: 0, mine: share.index === 0 };
}

/** The folder `name` inside of another one, or undefined where it is another thread's. */
export function enterShared(share: WalkShare, folder: SharedFolder, name: string): SharedFolder | undefined {
  const depth = folder.depth + 1;
  if (depth > SHARE_DEPTH) return folder;
  let { hash } = folder;
  for (let at = 0; at < name.length; at++) hash = (Math.imul(hash, 31) + name.charCodeAt(at)) >>> 0;
  if (depth < SHARE_DEPTH) return { depth, hash, mine: folder.mine };
  return hash % share.of === share.index ? { depth, hash, mine: true } : undefined;
}
