import { sep } from 'node:path';
import type { TextFile } from '../workspace/text-file.js';
import { inspectDisk, type DiskEntry } from './disk-entry.js';

/** A file of the disk that a planned file carries on: its bytes or at least its permission bits. */
export interface Origin {
  readonly real: string;
  readonly entry: DiskEntry;
  /** Read on first need. */
  text?: TextFile;
}

/** A file as it shall be. */
export interface PlannedFile {
  readonly origin?: Origin;
  /** Missing: the bytes of the origin, unread. */
  readonly text?: string;
}

/** What a path is after the operations so far. */
export type PlannedState = PlannedFile | Exclude<DiskEntry['kind'], 'file'>;

/** The disk with the results of earlier operations of the patch laid over it; nothing is written. */
export class Overlay {
  private readonly planned = new Map<string, PlannedFile | 'missing'>();
  private readonly disk = new Map<string, DiskEntry>();

  /** Whether an earlier operation made or took away this very path. */
  has(real: string): boolean {
    return this.planned.has(real);
  }

  set(real: string, file: PlannedFile | 'missing'): void {
    this.planned.set(real, file);
  }

  /** What the disk has; looked at once. */
  async onDisk(real: string): Promise<DiskEntry> {
    let entry = this.disk.get(real);
    if (entry === undefined) {
      entry = await inspectDisk(real);
      this.disk.set(real, entry);
    }
    return entry;
  }

  /** What stands at a path now. A file of the disk becomes a planned one that carries itself on. */
  async stateOf(real: string): Promise<PlannedState> {
    const planned = this.planned.get(real);
    if (planned !== undefined && planned !== 'missing') return planned;
    if (this.plannedFiles().some((path) => path.startsWith(real + sep))) return 'directory';
    if (planned !== undefined) return planned;
    const entry = await this.onDisk(real);
    if (entry.kind !== 'file') return entry.kind;
    const file = { origin: { real, entry } };
    this.planned.set(real, file);
    return file;
  }

  /** A planned file that stands where a folder on the way to `real` has to be. */
  fileAbove(real: string): string | undefined {
    return this.plannedFiles().find((path) => real.startsWith(path + sep));
  }

  /** Every path that an operation looked at or changed, with its final state. */
  entries(): Iterable<[string, PlannedFile | 'missing']> {
    return this.planned.entries();
  }

  private plannedFiles(): string[] {
    return [...this.planned].filter(([, file]) => file !== 'missing').map(([path]) => path);
  }
}
