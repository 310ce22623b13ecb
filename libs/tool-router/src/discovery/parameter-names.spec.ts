import { parameterNames } from './parameter-names.js';

class Sample {
  plain(first: string, second: number) {
    return [first, second];
  }

  withDefaults(page = 0, label = 'a, b) {', list: string[] = ['x', '(']) {
    return [page, label, list];
  }

  async later(
    /* the (city */ city: string, // a comment, with ) and ,
    days: number,
  ) {
    await Promise.resolve();
    return [city, days];
  }

  patterns({ a }: { a: string }, [b]: string[], ...rest: string[]) {
    return [a, b, rest];
  }

  none() {
    return 0;
  }
}

const namesOf = (method: (...args: never[]) => unknown) => parameterNames(method);
const at = (name: keyof Sample) => Sample.prototype[name] as (...args: never[]) => unknown;

describe('parameterNames', () => {
  it('reads plain names', () => {
    expect(namesOf(at('plain'))).toEqual([
      { name: 'first', hasDefault: false },
      { name: 'second', hasDefault: false },
    ]);
    expect(namesOf(at('later'))?.map((each) => each?.name)).toEqual(['city', 'days']);
    expect(namesOf(at('none'))).toEqual([]);
  });

  it('sees defaults, whatever text they hold', () => {
    expect(namesOf(at('withDefaults'))).toEqual([
      { name: 'page', hasDefault: true, defaultType: 'number' },
      { name: 'label', hasDefault: true, defaultType: 'string' },
      { name: 'list', hasDefault: true },
    ]);
  });

  it('has no name for patterns and rest parameters', () => {
    expect(namesOf(at('patterns'))).toEqual([undefined, undefined, undefined]);
  });

  it('says nothing about functions without source', () => {
    expect(parameterNames(at('plain').bind<(...args: never[]) => unknown>(undefined))).toBeUndefined();
    expect(parameterNames(Math.max as (...args: never[]) => unknown)).toBeUndefined();
  });
});
