import * as fc from 'fast-check';
import { convert, Unit } from './unit.js';

const unit = fc.constantFrom(...Object.values(Unit));

describe('convert', () => {
  it.each([
    [100, Unit.Celsius, Unit.Fahrenheit, 212],
    [-40, Unit.Fahrenheit, Unit.Celsius, -40],
    [0, Unit.Kelvin, Unit.Celsius, -273.15],
    [1, Unit.Mile, Unit.Metre, 1609.344],
    [3, Unit.Foot, Unit.Metre, 0.9144],
    [10, Unit.Pound, Unit.Kilogram, 4.5359237],
  ])('%d %s to %s', (value, from, to, expected) => {
    expect(convert(value, from, to)).toBeCloseTo(expected, 9);
  });

  it('finds its way back, and never between quantities', () => {
    fc.assert(
      fc.property(fc.double({ min: -1e6, max: 1e6, noNaN: true }), unit, unit, (value, from, to) => {
        const there = convert(value, from, to);
        expect(there === undefined).toBe(convert(value, to, from) === undefined);
        if (there !== undefined) expect(convert(there, to, from)).toBeCloseTo(value, 5);
      }),
    );
  });
});
