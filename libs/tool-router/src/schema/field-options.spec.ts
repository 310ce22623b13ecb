import { IsInt, validateSync } from 'class-validator';
import { declareField, declareRequest, fieldsOf, requestOptions } from './field-options.js';

describe('declareField', () => {
  class Base {
    first!: string;
    @IsInt() second!: number;
  }
  class Derived extends Base {
    third!: string;
  }
  declareField(Base.prototype, 'first', { description: 'base' });
  declareField(Base.prototype, 'second', { required: false });
  declareField(Derived.prototype, 'third', {});
  declareField(Derived.prototype, 'first', { description: 'derived' });

  it('lists base fields first and lets the subclass win', () => {
    expect([...fieldsOf(Derived)]).toEqual([
      ['second', { required: false }],
      ['first', { description: 'derived' }],
      ['third', {}],
    ]);
    expect(fieldsOf(Base).get('first')).toEqual({ description: 'base' });
  });

  it('lets whitelisting keep the field in any use of class-validator', () => {
    const instance = Object.assign(new Derived(), { first: 'a', second: 1, third: 'b', fourth: 'c' });
    expect(validateSync(instance, { whitelist: true })).toEqual([]);
    expect(Object.keys(instance)).toEqual(['first', 'second', 'third']);
  });

  it('knows the request options, inherited ones too', () => {
    declareRequest(Base, { description: 'd' });
    expect(requestOptions(Derived)).toEqual({ description: 'd' });
    expect(requestOptions(class {})).toBeUndefined();
  });
});
