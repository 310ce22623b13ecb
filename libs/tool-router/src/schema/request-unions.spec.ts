import 'reflect-metadata';
import { Type } from 'class-transformer';
import { IsArray, IsNumber, IsString, ValidateIf, ValidateNested } from 'class-validator';
import { parse, pathsOf } from './fixtures/parse-request.js';
import { compileRequest } from './request-compiler.js';

describe('a union by discriminator', () => {
  class Shape {
    kind!: string;
  }
  class Circle extends Shape {
    @IsNumber() radius!: number;
  }
  class Square extends Shape {
    @IsNumber() side!: number;
  }
  const discriminator = {
    property: 'kind',
    subTypes: [
      { name: 'circle', value: Circle },
      { name: 'square', value: Square },
    ],
  };
  class Drawing {
    @ValidateNested() @Type(() => Shape, { discriminator }) main!: Shape;
    @IsArray() @ValidateNested({ each: true }) @Type(() => Shape, { discriminator }) rest!: Shape[];
  }
  class SlowDrawing extends Drawing {
    @ValidateIf(() => true) @IsString() title!: string;
  }

  it.each([
    ['compiled', Drawing],
    ['by the libraries', SlowDrawing],
  ])('makes the class that is named, %s', async (_name, cls) => {
    const args = { title: 't', main: { kind: 'circle', radius: 1 }, rest: [{ kind: 'square', side: 2 }] };
    const drawing = parse(cls, args) as Drawing;
    expect(drawing.main).toBeInstanceOf(Circle);
    expect(drawing.rest[0]).toBeInstanceOf(Square);
    expect(drawing.main).toEqual({ radius: 1 });
    const bad = { title: 't', main: { kind: 'hexagon' }, rest: [null, {}, { kind: 'square', side: 'x' }] };
    expect(await pathsOf(cls, bad)).toEqual(['main.kind', 'rest[0]', 'rest[1].kind', 'rest[2].side']);
  });

  it('needs the discriminator to be kept where a member declares it', () => {
    class Tagged {
      @IsString() kind!: string;
    }
    class Holder {
      @ValidateNested()
      @Type(() => Shape, { discriminator: { property: 'kind', subTypes: [{ name: 'tagged', value: Tagged }] } })
      one!: Shape;
    }
    expect(() => compileRequest(Holder, 'Tool')).toThrow(/Holder\.one: .*keepDiscriminatorProperty/);
    class Keeper {
      @ValidateNested()
      @Type(() => Shape, {
        discriminator: { property: 'kind', subTypes: [{ name: 'tagged', value: Tagged }] },
        keepDiscriminatorProperty: true,
      })
      one!: Shape;
    }
    expect(parse(Keeper, { one: { kind: 'tagged' } })).toEqual({ one: { kind: 'tagged' } });
  });
});
