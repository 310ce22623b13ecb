import { FileRows } from '../file-rows.js';
import type { GrepRow, GrepSearch } from '../grep-search.js';
import type { FileTest } from '../include-filter.js';
import { MAX_SHOWN_BLOCK_CHARS, MAX_SHOWN_CHARS, windowAround } from '../line-window.js';
import { FirstSorted } from '../pattern/first-sorted.js';
import { comparePaths } from '../pattern/path-order.js';
import { SearchWarnings } from '../search-warnings.js';
import type { RipgrepMessage } from './ripgrep-message.js';

function compareRows(a: GrepRow, b: GrepRow): number {
  return comparePaths(a.file, b.file) || (a.line ?? 0) - (b.line ?? 0);
}

/** Collects the rows of a run, file by file: a file counts when it is over, because only then it is known to be text. */
export class FoundRows {
  private readonly first: FirstSorted<GrepRow>;
  private readonly notes = new SearchWarnings();
  private file = '';
  private rows: FileRows | undefined;
  private found = 0;
  private binaryFiles = 0;
  private searched: number | undefined;

  constructor(
    private readonly search: GrepSearch,
    private readonly accepts: FileTest,
  ) {
    this.first = new FirstSorted(search.wanted, compareRows);
  }

  /** Rows that were found so far, whether they are kept or not. */
  get total(): number {
    return this.found;
  }

  get binary(): number {
    return this.binaryFiles;
  }

  get filesSearched(): number | undefined {
    return this.searched;
  }

  get warnings(): readonly string[] {
    return this.notes.list();
  }

  entries(): readonly GrepRow[] {
    return this.first.entries();
  }

  add(row: GrepRow): void {
    if (!this.accepts(row.file)) return;
    this.found++;
    this.first.add(row);
  }

  take(message: RipgrepMessage): void {
    switch (message.type) {
      case 'begin':
        this.file = message.file;
        this.rows = this.accepts(message.file) ? new FileRows(message.file, this.search.context) : undefined;
        return;
      case 'match': {
        const max = this.search.multiline ? MAX_SHOWN_BLOCK_CHARS : MAX_SHOWN_CHARS;
        const shown = windowAround(message.text, message.start, message.length, max).replaceAll('\r\n', '\n');
        this.rows?.addMatch(message.line, message.text.split(/\r?\n/), shown);
        return;
      }
      case 'context':
        this.rows?.addContext(message.line, message.text);
        return;
      case 'end':
        this.endFile(message.binary);
        return;
      case 'summary':
        this.searched = message.filesSearched;
    }
  }

  private endFile(binary: boolean): void {
    const rows = this.rows;
    this.rows = undefined;
    if (rows === undefined || rows.length === 0) return;
    if (binary) {
      this.binaryFiles++;
      this.notes.addBinary(this.file);
    } else if (this.search.mode === 'files') {
      this.found++;
      this.first.add({ file: this.file });
    } else {
      for (const row of rows.finish()) {
        this.found++;
        this.first.add(row);
      }
    }
  }
}
