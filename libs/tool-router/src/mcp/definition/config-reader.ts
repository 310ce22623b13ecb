import type { Fault } from './config-fault.js';
import { isRecord } from './is-record.js';
import type { NameValue } from './server-definition.js';

/** Reads fields of an entry that came from JSON: null counts as missing, a wrong type is a fault. */
export class ConfigReader {
  constructor(
    private readonly entry: Readonly<Record<string, unknown>>,
    readonly fault: Fault,
    private readonly prefix = '',
  ) {}

  text(field: string): string | undefined {
    const value = this.value(field);
    if (value === undefined || typeof value === 'string') return value;
    throw this.fault(this.prefix + field, 'is not a text.', 'Write it in quotes.');
  }

  flag(field: string): boolean | undefined {
    const value = this.value(field);
    if (value === undefined || typeof value === 'boolean') return value;
    throw this.fault(this.prefix + field, 'is neither true nor false.', 'Write true or false, without quotes.');
  }

  bytes(field: string): number | undefined {
    const value = this.value(field);
    if (value === undefined) return undefined;
    if (typeof value === 'number' && Number.isSafeInteger(value) && value > 0) return value;
    throw this.fault(this.prefix + field, 'is not a positive whole number.', 'Write a number of bytes.');
  }

  choice<T extends string>(field: string, choices: readonly T[]): T | undefined {
    const value = this.text(field);
    if (value === undefined) return undefined;
    const found = choices.find((choice) => choice === value.trim());
    if (found !== undefined) return found;
    throw this.fault(this.prefix + field, 'is not one of the known values.', `Write one of: ${choices.join(', ')}.`);
  }

  texts(field: string): readonly string[] {
    const value = this.value(field);
    if (value === undefined) return [];
    if (Array.isArray(value) && value.every((item) => typeof item === 'string')) return value;
    throw this.fault(this.prefix + field, 'is not a list of texts.', 'Write ["first", "second"].');
  }

  /** Pairs of an object of texts; numbers and booleans are taken as their spelling, null as missing. */
  pairs(field: string): readonly NameValue[] {
    const entries = Object.entries(this.section(field) ?? {}).filter(([, value]) => value !== null);
    return entries.map(([name, value]) => {
      if (typeof value === 'string') return [name, value] as const;
      if (typeof value === 'number' || typeof value === 'boolean') return [name, String(value)] as const;
      throw this.fault(`${this.prefix}${field}.${name}`, 'is not a text.', 'Write the value in quotes.');
    });
  }

  section(field: string): Readonly<Record<string, unknown>> | undefined {
    const value = this.value(field);
    if (value === undefined) return undefined;
    if (isRecord(value)) return value;
    throw this.fault(this.prefix + field, 'is not an object.', 'Write {"name": "value"}.');
  }

  within(field: string): ConfigReader | undefined {
    const section = this.section(field);
    return section && new ConfigReader(section, this.fault, `${this.prefix}${field}.`);
  }

  private value(field: string): unknown {
    const value = Object.hasOwn(this.entry, field) ? this.entry[field] : undefined;
    return value ?? undefined;
  }
}
