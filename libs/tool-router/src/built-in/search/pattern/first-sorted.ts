const SLACK = 1_000;

/** Keeps the first entries of an order out of any number, in bounded memory. */
export class FirstSorted<T> {
  private kept: T[] = [];

  constructor(
    private readonly size: number,
    private readonly compare: (a: T, b: T) => number,
  ) {}

  add(entry: T): void {
    this.kept.push(entry);
    if (this.kept.length >= 2 * this.size + SLACK) this.cut();
  }

  /** In order, at most `size`. */
  entries(): readonly T[] {
    this.cut();
    return this.kept;
  }

  private cut(): void {
    this.kept.sort(this.compare);
    this.kept.length = Math.min(this.kept.length, this.size);
  }
}
