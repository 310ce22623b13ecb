import { IsInt, IsOptional, IsString, Max, Min, MinLength, getMetadataStorage } from 'class-validator';
import type { ClassType } from '../../tool/class-type.js';
import { rulesOf } from './validator-rules.js';

class Grandparent {
  @IsString() @MinLength(2) a!: unknown;
  @IsOptional() @Min(1) b!: unknown;
}
class Parent extends Grandparent {
  @Max(9) override b!: unknown;
  @IsInt({ groups: ['g'] }) c!: unknown;
}
class Child extends Parent {
  @IsInt() override b!: unknown;
  @IsOptional() override a!: unknown;
  @IsInt() d!: unknown;
}
class Bystander extends Grandparent {
  @IsInt() override a!: unknown;
}

describe('rulesOf', () => {
  it.each<[ClassType]>([[Grandparent], [Parent], [Child], [Bystander], [class Bare {}], [class More extends Child {}]])(
    'finds for %s what class-validator finds',
    (cls) => {
      const expected = getMetadataStorage().getTargetValidationMetadatas(cls, '', false, false);
      const found = [...rulesOf(cls).values()].flat();
      expect(new Set(found)).toEqual(new Set(expected));
      expect(found).toHaveLength(expected.length);
    },
  );

  it('orders properties from the base class down', () => {
    expect([...rulesOf(Child).keys()]).toEqual(['a', 'b', 'c', 'd']);
  });
});
