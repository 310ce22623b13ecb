import { isTraceable, viewForOneCall } from './traceable-view.js';

class Field {
  last: unknown;
  shared = new Map<string, number>();
  lastTrace() {
    return this.last;
  }
}

class Private {
  #last = 0;
  lastTrace() {
    return ++this.#last;
  }
}

describe('viewForOneCall', () => {
  it('keeps what a call sets on this apart from other calls', () => {
    const tool = new Field();
    const [one, other] = [viewForOneCall(tool), viewForOneCall(tool)];
    one.last = 'a';
    other.last = 'b';
    one.shared.set('k', 1);
    expect([one.lastTrace(), other.lastTrace(), tool.lastTrace()]).toEqual(['a', 'b', undefined]);
    expect(other.shared.get('k')).toBe(1);
    expect(one).toBeInstanceOf(Field);
  });

  it('uses classes with private members as they are', () => {
    class Sub extends Private {}
    for (const tool of [new Private(), new Sub()]) {
      expect(viewForOneCall(tool)).toBe(tool);
      expect(viewForOneCall(tool).lastTrace()).toBe(1);
    }
  });
});

describe('isTraceable', () => {
  it('asks for the method only', () => {
    expect(isTraceable(new Field())).toBe(true);
    expect(isTraceable({ lastTrace: 1 })).toBe(false);
    expect(isTraceable(Object.create(null) as object)).toBe(false);
  });
});
