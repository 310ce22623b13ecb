/** Units that can be converted, grouped by what they measure. */
export enum Unit {
  Metre = 'm',
  Kilometre = 'km',
  Mile = 'mi',
  Foot = 'ft',
  Kilogram = 'kg',
  Pound = 'lb',
  Celsius = 'C',
  Fahrenheit = 'F',
  Kelvin = 'K',
}

interface Scale {
  readonly quantity: 'length' | 'mass' | 'temperature';
  /** Base units per unit, and the base value of zero. */
  readonly factor: number;
  readonly offset: number;
}

/** Exact by definition: the international foot, mile and pound, and the temperature scales. */
const SCALES: Readonly<Record<Unit, Scale>> = {
  [Unit.Metre]: { quantity: 'length', factor: 1, offset: 0 },
  [Unit.Kilometre]: { quantity: 'length', factor: 1_000, offset: 0 },
  [Unit.Mile]: { quantity: 'length', factor: 1_609.344, offset: 0 },
  [Unit.Foot]: { quantity: 'length', factor: 0.3048, offset: 0 },
  [Unit.Kilogram]: { quantity: 'mass', factor: 1, offset: 0 },
  [Unit.Pound]: { quantity: 'mass', factor: 0.453_592_37, offset: 0 },
  [Unit.Celsius]: { quantity: 'temperature', factor: 1, offset: 273.15 },
  [Unit.Fahrenheit]: { quantity: 'temperature', factor: 5 / 9, offset: 273.15 - (32 * 5) / 9 },
  [Unit.Kelvin]: { quantity: 'temperature', factor: 1, offset: 0 },
};

/** The converted value, or undefined where the units measure different things. */
export function convert(value: number, from: Unit, to: Unit): number | undefined {
  const [source, target] = [SCALES[from], SCALES[to]];
  if (source.quantity !== target.quantity) return undefined;
  return (value * source.factor + source.offset - target.offset) / target.factor;
}
