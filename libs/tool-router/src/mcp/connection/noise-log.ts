const MAX_LINES = 20;
const MAX_CHARS = 300;

/** Logs what a server does against the rules: each text once, and not for ever. */
export class NoiseLog {
  private readonly seen = new Set<string>();

  constructor(private readonly log: (line: string) => void) {}

  add(text: string): void {
    const line = text.slice(0, MAX_CHARS).toWellFormed();
    if (this.seen.has(line) || this.seen.size >= MAX_LINES) return;
    this.seen.add(line);
    this.log(this.seen.size < MAX_LINES ? line : 'further notices are left out');
  }
}
