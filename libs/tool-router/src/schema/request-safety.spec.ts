import 'reflect-metadata';
import { Transform, Type } from 'class-transformer';
import { IsNumber, IsOptional, IsString, MaxLength, ValidateIf, ValidateNested } from 'class-validator';
import { Car } from './fixtures/car.js';
import { Field, faultsOf, parse, pathsOf } from './fixtures/parse-request.js';

const chain = (depth: number): object => {
  let node: object = { name: 'n' };
  for (let level = 1; level < depth; level += 1) node = { name: 'n', next: node };
  return node;
};

describe('hostile arguments', () => {
  class Plain {
    @IsString() q!: string;
    @Field({ type: 'any', required: false }) any?: unknown;
  }
  class Slow extends Plain {
    @Transform(({ value }: { value: unknown }) => value) @IsOptional() @IsString() t?: string;
  }

  it.each([
    ['compiled', Plain],
    ['by the libraries', Slow],
  ])('pollute nothing, %s', (_name, cls) => {
    const hostile = '{"q":"x","__proto__":{"p":1},"constructor":{"prototype":{"p":1}},"prototype":{"p":1}';
    const made = parse(cls, JSON.parse(`${hostile},"any":{"__proto__":{"p":1},"a":[{"__proto__":{"p":1}}]}}`)) as Plain;
    expect(({} as { p?: number }).p).toBeUndefined();
    expect(Object.getPrototypeOf(made)).toBe(cls.prototype);
    expect(Object.keys(made)).toEqual(['q', 'any']);
    expect(JSON.stringify(made.any)).toBe('{"a":[{}]}');
  });

  it('are refused when they are nested without end', async () => {
    class Node {
      @IsString() name!: string;
      @IsOptional() @ValidateNested() @Type(() => Node) next?: Node;
      @Field({ type: 'any', required: false }) free?: unknown;
    }
    class SlowNode {
      @IsOptional() @ValidateNested() @Type(() => SlowNode) next?: SlowNode;
      @ValidateIf(() => true) @IsString() name!: string;
    }
    for (const cls of [Node, SlowNode]) {
      expect(parse(cls, chain(64))).toBeInstanceOf(cls);
      expect((await faultsOf(cls, chain(5000)))[0]?.message).toBe('is nested too deeply');
    }
    let free: unknown = 1;
    for (let level = 0; level < 100_000; level += 1) free = [free];
    expect(await faultsOf(Node, { name: 'n', free })).toEqual([{ path: 'free', message: 'is nested too deeply' }]);
  });

  it('get a bounded list of faults', async () => {
    const wheels = Array.from({ length: 3000 }, () => ({ maker: 1 }));
    const faults = await faultsOf(Car, { plate: 'x', wheels });
    expect(faults).toHaveLength(101);
    expect(faults.at(-1)?.message).toBe('and further faults');
  });
});

describe('the faults of a request', () => {
  it('never shows a refused value through a message of the class', async () => {
    class Told {
      @MaxLength(2, { message: '$property is not $value' }) a!: string;
      @MaxLength(2, { message: () => 'too long: $value' }) b!: string;
    }
    const text = JSON.stringify(await faultsOf(Told, { a: 'hidden', b: 'hidden' }));
    expect(text).not.toContain('hidden');
    expect(text).toContain('too long');
  });

  it('survives a validator of class-validator that fails on small numbers', async () => {
    class Price {
      @IsNumber({ maxDecimalPlaces: 2 }) amount!: number;
    }
    expect(await pathsOf(Price, { amount: 1e-7 })).toEqual(['amount']);
  });
});
