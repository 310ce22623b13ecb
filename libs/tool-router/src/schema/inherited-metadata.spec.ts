import 'reflect-metadata';
import { describe, expect, it } from 'vitest';
import { inheritedMetadata } from './inherited-metadata.js';

class Base {
  field: unknown;
}
class Derived extends Base {}

/** A subclass as code without `class` makes it: only the prototypes are linked. */
function Linked(): void {}
Linked.prototype = Object.create(Base.prototype, { constructor: { value: Linked } });

Reflect.defineMetadata('who', 'base', Base);
Reflect.defineMetadata('type', String, Base.prototype, 'field');

describe('inheritedMetadata', () => {
  it.each([Base, Derived, Linked])('finds on %o what Reflect.getMetadata finds', (cls) => {
    expect(inheritedMetadata('who', cls)).toBe('base');
    expect(inheritedMetadata('type', cls.prototype as object, 'field')).toBe(String);
    expect(inheritedMetadata('who', cls)).toBe(Reflect.getMetadata('who', cls));
  });

  it('lets a subclass say something else', () => {
    class Other extends Base {}
    Reflect.defineMetadata('who', 'other', Other);
    expect(inheritedMetadata('who', Other)).toBe('other');
  });

  it('finds nothing where nothing is', () => {
    expect(inheritedMetadata('none', Derived)).toBeUndefined();
    expect(inheritedMetadata('type', Base.prototype, 'other')).toBeUndefined();
    expect(inheritedMetadata('who', () => undefined)).toBeUndefined();
  });
});
