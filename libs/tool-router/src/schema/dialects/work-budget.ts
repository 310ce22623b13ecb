/** Entries that one compilation may look at while it joins schemas: references can double the work at every level. */
const MAX_WORK = 50_000;

/** Thrown when joining the parts of a schema would take too long. */
export class SchemaTooComplex extends Error {
  constructor() {
    super('the schema combines too many parts');
  }
}

/** What one compilation may still do. */
export class WorkBudget {
  private left = MAX_WORK;

  /** @throws {SchemaTooComplex} when the budget is used up */
  spend(entries: number): void {
    this.left -= entries;
    if (this.left < 0) throw new SchemaTooComplex();
  }
}
