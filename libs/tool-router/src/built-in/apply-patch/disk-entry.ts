import type { BigIntStats } from 'node:fs';
import { lstat } from 'node:fs/promises';
import { stampOf, type FileStamp } from '../workspace/regular-file.js';

/** What stands at a path on the disk; a link is not followed. */
export interface DiskEntry {
  readonly kind: 'missing' | 'file' | 'link' | 'directory' | 'other';
  /** Present unless it is missing. */
  readonly stamp?: FileStamp;
  /** Permission bits; 0 where it is missing. */
  readonly mode: number;
}

function kindOf(stat: BigIntStats): DiskEntry['kind'] {
  if (stat.isSymbolicLink()) return 'link';
  if (stat.isDirectory()) return 'directory';
  return stat.isFile() ? 'file' : 'other';
}

/** Looks at a real path. */
export async function inspectDisk(real: string): Promise<DiskEntry> {
  try {
    const stat = await lstat(real, { bigint: true });
    return { kind: kindOf(stat), stamp: stampOf(stat), mode: Number(stat.mode) & 0o7777 };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return { kind: 'missing', mode: 0 };
    throw error;
  }
}

/** Whether two paths name one file, as different spellings do on a disk that folds case. */
export function isSameFile(a: DiskEntry, b: DiskEntry): boolean {
  return (
    a.stamp !== undefined &&
    b.stamp !== undefined &&
    a.stamp.device === b.stamp.device &&
    a.stamp.inode === b.stamp.inode
  );
}
