import 'reflect-metadata';
import { Injectable, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  IsDate,
  IsEmail,
  IsEnum,
  IsInt,
  IsOptional,
  MaxLength,
  Min,
  ValidateNested,
} from 'class-validator';
import { FunctionCall, FunctionParameter, FunctionRequest, ToolRouter, ToolRouterModule } from 'nestjs-tool-router';

enum Room {
  Garden = 'garden',
  Salon = 'salon',
}

class Guest {
  @FunctionParameter({ description: 'Full name' })
  @MaxLength(80)
  name!: string;

  @FunctionParameter({ description: 'Where the invitation goes' })
  @IsOptional()
  @IsEmail()
  email?: string;
}

@FunctionRequest({ description: 'One booking' })
class BookingRequest {
  @FunctionParameter({ description: 'Which room' })
  @IsEnum(Room)
  room!: Room;

  @FunctionParameter({ description: 'When it begins' })
  @IsDate()
  @Type(() => Date)
  begin!: Date;

  @FunctionParameter({ description: 'Everybody who comes', type: [Guest] })
  @ArrayMaxSize(20)
  @ValidateNested({ each: true })
  @Type(() => Guest)
  guests!: Guest[];

  // A default makes a field optional, and the model sees it.
  @FunctionParameter({ description: 'Length in hours' })
  @IsInt()
  @Min(1)
  hours: number = 2;

  // Without a validator the type is checked, and nothing else. TypeScript cannot tell what an array holds: say it.
  @FunctionParameter({ description: 'Wishes', type: ['string'], required: false })
  wishes?: string[];
}

@Injectable()
@FunctionCall({ name: 'book_room', description: 'Books a room of the house', strict: true })
class BookRoom {
  apply(@FunctionRequest() { room, begin, guests, hours }: BookingRequest) {
    const end = new Date(begin.getTime() + hours * 3_600_000);
    return { room, end, guests: guests.map((guest) => guest.name) };
  }
}

@Module({ imports: [ToolRouterModule.forRoot()], providers: [BookRoom] })
class AppModule {}

export async function main(): Promise<void> {
  const app = await NestFactory.createApplicationContext(AppModule, { logger: false });
  const toolset = await app.get(ToolRouter).toolset({ functions: ['book_room'] });
  console.log(JSON.stringify(toolset.tools[0]?.parameters));

  const booked = await toolset.call({
    name: 'book_room',
    arguments: '{"room":"garden","begin":"2027-05-01T18:00:00Z","guests":[{"name":"Ada"}],"note":"dropped"}',
  });
  console.log(booked.output); // {"room":"garden","end":"2027-05-01T20:00:00.000Z","guests":["Ada"]}

  const refused = await toolset.call({
    name: 'book_room',
    arguments: '{"room":"cellar","begin":"soon","guests":[{"name":"Ada","email":"at home"}]}',
  });
  console.log(refused.output); // every fault, with its path
  await app.close();
}
