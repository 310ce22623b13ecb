import { StrictFailure } from './strict-failure.js';

/** The limits that OpenAI documents for one strict schema; `nodes` is ours. */
const LIMITS = {
  properties: 5_000,
  nesting: 10,
  text: 120_000,
  values: 1_000,
  longEnum: 250,
  longEnumText: 15_000,
  nodes: 20_000,
  levels: 100,
};

/** Counts what a strict schema holds. All methods throw {@link StrictFailure} above a limit. */
export class StrictLimits {
  private properties = 0;
  private text = 0;
  private values = 0;
  private nodes = 0;

  /** @param levels schemas around this one; @param nesting objects around this one */
  node(path: string, levels: number, nesting: number): void {
    this.nodes += 1;
    if (this.nodes > LIMITS.nodes || levels > LIMITS.levels) throw new StrictFailure(path, 'the schema is too large');
    if (nesting > LIMITS.nesting) throw new StrictFailure(path, `objects nest over ${LIMITS.nesting} levels`);
  }

  name(path: string, name: string): void {
    this.spend(path, name.length);
  }

  property(path: string, name: string): void {
    this.properties += 1;
    if (this.properties > LIMITS.properties) throw new StrictFailure(path, `over ${LIMITS.properties} properties`);
    this.spend(path, name.length);
  }

  listed(path: string, values: readonly unknown[]): void {
    this.values += values.length;
    if (this.values > LIMITS.values) throw new StrictFailure(path, `over ${LIMITS.values} values in all enums`);
    const text = values.reduce<number>((sum, value) => sum + (typeof value === 'string' ? value.length : 0), 0);
    if (values.length > LIMITS.longEnum && text > LIMITS.longEnumText) {
      throw new StrictFailure(path, `over ${LIMITS.longEnumText} characters in one enum`);
    }
    this.spend(path, text);
  }

  private spend(path: string, characters: number): void {
    this.text += characters;
    if (this.text > LIMITS.text) throw new StrictFailure(path, `over ${LIMITS.text} characters of names and values`);
  }
}
