const SLACK = 1_000;

/** Keeps the first entries of an order out of any number, in bounded memory. */
export class FirstSorted<T> {
  private kept: T[] = [];
  /** The last one that is kept, once there are more than fit: what comes after it need not be looked at. */
  private last: T | undefined;

  constructor(
    private readonly size: number,
    private readonly compare: (a: T, b: T) => number,
  ) {}

  add(entry: T): void {
    if (this.last !== undefined && this.compare(entry, this.last) > 0) return;
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
    if (this.kept.length < this.size) return;
    this.kept.length = this.size;
    this.last = this.kept.at(-1);
  }
}
