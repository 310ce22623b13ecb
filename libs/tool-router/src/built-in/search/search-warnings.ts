const MAX_WARNINGS = 10;

/** Collects what the model should know about an answer: the first few in words, the rest as a number. */
export class SearchWarnings {
  private readonly texts: string[] = [];
  private more = 0;

  add(text: string): void {
    if (this.texts.length < MAX_WARNINGS) this.texts.push(text);
    else this.more++;
  }

  /** For a file with a match that is not shown, because it is no text. */
  addBinary(file: string): void {
    this.add(`${file} is a binary file with a match; its content is not shown.`);
  }

  list(): readonly string[] {
    return this.more === 0 ? this.texts : [...this.texts, `${this.more} more warnings.`];
  }
}

/** The warnings for files that are too large to be searched. */
export function largeFileWarnings(files: readonly string[], maxBytes: number): readonly string[] {
  const warnings = new SearchWarnings();
  for (const file of files) {
    warnings.add(`${file} is larger than ${maxBytes} bytes and was not searched; read_file reads it in ranges.`);
  }
  return warnings.list();
}
