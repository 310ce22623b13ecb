import 'reflect-metadata';
import { ApiProperty, PartialType, PickType } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { IsArray, IsInt, IsNotEmpty, IsNumber, IsOptional, IsString, Min, ValidateNested } from 'class-validator';
import type { ClassType } from '../../tool/class-type.js';
import { declareField, declareRequest, type FieldOptions } from '../field-options.js';
import { compileRequest } from '../request-compiler.js';

type Schema = { [keyword: string]: Schema } & { readonly required: string[]; readonly description: string };

const Field =
  (options: FieldOptions = {}) =>
  (prototype: object, property: string): void =>
    declareField(prototype, property, options);

const schemaOf = (cls: ClassType): Schema => compileRequest(cls, 'Tool').schema as unknown as Schema;
const propertiesOf = (cls: ClassType) => schemaOf(cls)['properties'] as Schema;

const point = (property: string): ClassType => {
  class Point {}
  Reflect.defineMetadata('design:type', Number, Point.prototype, property);
  IsInt()(Point.prototype, property);
  return Point;
};

describe('the classes in a schema', () => {
  it('describes nested objects in place and names those that are used twice', () => {
    class Spot {
      @IsNumber() x!: number;
    }
    class Owner {
      @IsString() name!: string;
    }
    class Map2 {
      @ValidateNested() @Type(() => Spot) from!: Spot;
      @Field({ description: 'the end' }) to!: Spot;
      @Field() owner!: Owner;
    }
    declareRequest(Spot, { description: 'a place' });
    expect(schemaOf(Map2)).toEqual({
      type: 'object',
      properties: {
        from: { $ref: '#/$defs/Spot' },
        to: { $ref: '#/$defs/Spot', description: 'the end' },
        owner: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
      },
      required: ['from', 'to', 'owner'],
      $defs: {
        Spot: { type: 'object', description: 'a place', properties: { x: { type: 'number' } }, required: ['x'] },
      },
    });
  });

  it('is finite for classes that contain themselves, directly and in a circle', () => {
    class Folder {
      @IsString() name!: string;
      @Field({ type: () => [Folder], required: false }) folders?: Folder[];
    }
    expect(schemaOf(Folder)).toEqual({
      type: 'object',
      properties: { name: { type: 'string' }, folders: { type: 'array', items: { $ref: '#/$defs/Folder' } } },
      required: ['name'],
      $defs: {
        Folder: {
          type: 'object',
          properties: { name: { type: 'string' }, folders: { type: 'array', items: { $ref: '#/$defs/Folder' } } },
          required: ['name'],
        },
      },
    });
    class Egg {
      @IsOptional() @ValidateNested() @Type(() => Hen) hen?: object;
    }
    class Hen {
      @IsOptional() @ValidateNested() @Type(() => Egg) egg?: object;
    }
    class Farm {
      @ValidateNested() @Type(() => Egg) first!: Egg;
    }
    expect(Object.keys(schemaOf(Farm)['$defs'] as Schema)).toEqual(['Egg']);
  });

  it('keeps classes of one name apart, the same way every time', () => {
    const Flat = point('x');
    const Deep = point('z');
    class Both {
      @Field({ type: [Flat] }) a!: object[];
      @Field({ type: Deep }) b!: object;
      @Field({ type: Flat }) c!: object;
      @Field({ type: [Deep] }) d!: object[];
    }
    const definitions = schemaOf(Both)['$defs'] as Schema;
    expect(Object.keys(definitions)).toEqual(['Point', 'Point_2']);
    expect(definitions['Point']?.['properties']).toEqual({ x: { type: 'integer' } });
    expect(definitions['Point_2']?.['properties']).toEqual({ z: { type: 'integer' } });
  });

  it('puts inherited fields first and lets a subclass redefine them', () => {
    class Listing {
      @IsInt() @Min(1) page!: number;
      @Field({ description: 'base', required: false }) lang?: string;
    }
    class Search extends Listing {
      @IsString() term!: string;
      @IsInt() @Min(5) declare page: number;
    }
    const schema = schemaOf(Search);
    expect(Object.keys(schema['properties'] as Schema)).toEqual(['page', 'lang', 'term']);
    expect((schema['properties'] as Schema)['page']).toEqual({ type: 'integer', minimum: 5 });
  });

  it('describes a union with the discriminator as a constant', () => {
    class Pet {}
    class Cat extends Pet {
      @IsInt() lives!: number;
    }
    class Dog extends Pet {
      @IsString() trick!: string;
    }
    class Shelter {
      @IsArray()
      @ValidateNested({ each: true })
      @Type(() => Pet, {
        discriminator: {
          property: 'kind',
          subTypes: [
            { name: 'cat', value: Cat },
            { name: 'dog', value: Dog },
          ],
        },
      })
      pets!: Pet[];
    }
    expect(propertiesOf(Shelter)['pets']?.['items']).toEqual({
      anyOf: [
        {
          type: 'object',
          properties: { kind: { type: 'string', const: 'cat' }, lives: { type: 'integer' } },
          required: ['kind', 'lives'],
        },
        {
          type: 'object',
          properties: { kind: { type: 'string', const: 'dog' }, trick: { type: 'string' } },
          required: ['kind', 'trick'],
        },
      ],
    });
  });

  it('lets the members of a union stand in place, except for those that contain themselves', () => {
    class Part {}
    class Leaf extends Part {
      @IsInt() value!: number;
    }
    class Branch extends Part {
      @Field({ type: () => [Branch] }) branches!: object[];
    }
    const options = {
      discriminator: {
        property: 'kind',
        subTypes: [
          { name: 'leaf', value: Leaf },
          { name: 'branch', value: Branch },
        ],
      },
    };
    class Tree {
      @ValidateNested() @Type(() => Part, options) top!: Part;
      @Field() spare!: Leaf;
    }
    const schema = schemaOf(Tree);
    expect(Object.keys(schema['$defs'] as Schema)).toEqual(['Branch']);
    expect((schema['properties'] as Schema)['top']?.['anyOf']).toEqual([
      {
        type: 'object',
        properties: { kind: { type: 'string', const: 'leaf' }, value: { type: 'integer' } },
        required: ['kind', 'value'],
      },
      {
        type: 'object',
        properties: { kind: { type: 'string', const: 'branch' } },
        required: ['kind'],
        allOf: [{ $ref: '#/$defs/Branch' }],
      },
    ]);
  });

  it('takes over what @ApiProperty() says', () => {
    class Documented {
      @ApiProperty({ description: 'the year', minimum: 1900 }) @IsInt() year!: number;
      @ApiProperty({ type: [String], description: 'names' }) @IsArray() names!: string[];
      @ApiProperty({ description: 'not this' }) @Field({ description: 'this' }) own!: string;
      @ApiProperty({ enum: ['a', 'b'], isArray: true }) @IsArray() letters!: string[];
      @ApiProperty({ enum: ['on', 'off'] }) @IsString() state!: string;
      @ApiProperty({ description: 'undeclared' }) gone!: string;
    }
    expect(propertiesOf(Documented)).toEqual({
      year: { type: 'integer', description: 'the year', minimum: 1900 },
      names: { type: 'array', description: 'names', items: { type: 'string' } },
      own: { type: 'string', description: 'this' },
      letters: { type: 'array', items: { type: 'string', enum: ['a', 'b'] } },
      state: { type: 'string', enum: ['on', 'off'] },
    });
  });

  it('works for mapped types, with their declarations', () => {
    class Product {
      @Field({ description: 'its name' }) name!: string;
      @IsInt() @Min(1) price!: number;
      @Field({ description: 'notes', type: ['string'] }) notes!: string[];
      @IsOptional() maker?: string;
      @IsNotEmpty() open!: boolean;
    }
    class Patch extends PartialType(Product) {}
    class Named extends PickType(Product, ['name', 'notes']) {}
    expect(schemaOf(Patch)).toEqual({
      type: 'object',
      properties: {
        name: { type: 'string', description: 'its name' },
        price: { type: 'integer', minimum: 1 },
        notes: { type: 'array', description: 'notes', items: { type: 'string' } },
        maker: { type: 'string' },
        open: { type: 'boolean' },
      },
    });
    expect(schemaOf(Named).required).toEqual(['name', 'notes']);
    expect(compileRequest(Patch, 'Tool').parse({ name: 'n', other: 1 })).toEqual({ name: 'n' });
  });
});
