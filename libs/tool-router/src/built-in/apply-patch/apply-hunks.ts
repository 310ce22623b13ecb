import { locateHunk, type HunkPlace } from './locate-hunk.js';
import { LEVEL_WORDS } from './match-level.js';
import type { Hunk } from './patch-operation.js';
import type { SearchBudget } from './search-budget.js';
import { SearchableLines } from './searchable-lines.js';
import { TakenRanges } from './taken-ranges.js';
import { splitLines, type TextLines } from './text-lines.js';

/** A text after its hunks. */
export interface HunkResult {
  readonly text: string;
  readonly linesAdded: number;
  readonly linesRemoved: number;
  /** What the model should know about the places that were chosen. */
  readonly notes: readonly string[];
}

interface PlacedHunk {
  readonly hunk: Hunk;
  readonly place: HunkPlace;
}

/** Writes pieces one after another; only the last line may stay without an ending. */
class TextWriter {
  private readonly parts: string[] = [];
  private unended = false;

  constructor(private readonly eol: string) {}

  /** @param piece whole lines with their endings, not empty */
  write(piece: string): void {
    if (this.unended) this.parts.push(this.eol);
    this.parts.push(piece);
    this.unended = !piece.endsWith('\n');
  }

  get text(): string {
    return this.parts.join('');
  }
}

/** Goes over the lines of a text and gives what lies between as one piece, however many lines that are. */
class LineReader {
  /** The line that comes next. */
  next = 0;
  private offset = 0;

  constructor(
    private readonly text: string,
    private readonly source: TextLines,
  ) {}

  /** The lines up to, not including, `end`, as they stand in the text. */
  readTo(end: number): string {
    const { lines, endings } = this.source;
    const from = this.offset;
    for (; this.next < end; this.next++) {
      this.offset += (lines[this.next] ?? '').length + (endings[this.next] ?? '').length;
    }
    return this.text.slice(from, this.offset);
  }
}

function noteOn({ hunk, place }: PlacedHunk, number: number, shown: string): string[] {
  const lines = place.length > 1 ? `lines ${place.start + 1}-${place.start + place.length}` : `line ${place.start + 1}`;
  const head = `${shown}, hunk ${number} (patch line ${hunk.patchLine}) was applied at ${lines}`;
  const notes: string[] = [];
  if (place.level !== 'exact')
    notes.push(`${head}, where it matches only if ${LEVEL_WORDS[place.level]} are overlooked.`);
  if (place.detour !== undefined) notes.push(`${head}, which is ${place.detour}.`);
  return notes;
}

function locateAll(
  lines: readonly string[],
  hunks: readonly Hunk[],
  shown: string,
  budget: SearchBudget,
): PlacedHunk[] {
  const file = new SearchableLines(lines, budget);
  const taken = new TakenRanges(budget);
  let cursor = 0;
  return hunks.map((hunk, index) => {
    const place = locateHunk({ file, hunk, taken, shown, number: index + 1 }, cursor);
    taken.add(place.start, place.length);
    cursor = place.cursor;
    return { hunk, place };
  });
}

function assemble(text: string, source: TextLines, placed: readonly PlacedHunk[]): Omit<HunkResult, 'notes'> {
  const eol = source.endings[0] === '\r\n' ? '\r\n' : '\n';
  const writer = new TextWriter(eol);
  const reader = new LineReader(text, source);
  let linesAdded = 0;
  let linesRemoved = 0;
  const keepUpTo = (end: number): void => {
    if (reader.next < end) writer.write(reader.readTo(end));
  };
  for (const { hunk, place } of placed) {
    keepUpTo(place.start);
    const end = place.start + place.length;
    for (const line of hunk.lines) {
      if (line.kind === 'add') {
        writer.write(line.text + eol);
        linesAdded++;
      } else if (reader.next < end) {
        if (line.kind === 'context') keepUpTo(reader.next + 1);
        else {
          reader.readTo(reader.next + 1);
          linesRemoved++;
        }
      }
    }
  }
  keepUpTo(source.lines.length);
  return { text: writer.text, linesAdded, linesRemoved };
}

/**
 * Changes a text by the hunks of one section. Untouched lines and context keep their bytes; new lines take the ending
 * of the first line.
 * @param shown the file in messages
 * @throws BuiltInFailure `context_not_found`, `ambiguous`, `overlap`, `limit`
 */
export function applyHunks(text: string, hunks: readonly Hunk[], shown: string, budget: SearchBudget): HunkResult {
  const source = splitLines(text);
  const placed = locateAll(source.lines, hunks, shown, budget);
  const notes = placed.flatMap((one, index) => noteOn(one, index + 1, shown));
  // At one place an insertion stands before the lines that another hunk covers from there on.
  const inOrder = placed.toSorted((a, b) => a.place.start - b.place.start || a.place.length - b.place.length);
  return { ...assemble(text, source, inOrder), notes };
}
