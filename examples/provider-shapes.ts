import 'reflect-metadata';
import { Injectable, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { IsInt, IsOptional, Matches } from 'class-validator';
import { FunctionCall, FunctionParameter, FunctionRequest, ToolRouter, ToolRouterModule } from 'nestjs-tool-router';

class ParcelRequest {
  @FunctionParameter({ description: 'Parcel number' })
  @Matches(/^(?!00)\d{6}$/)
  parcel!: string;

  @FunctionParameter({ description: 'How many events' })
  @IsOptional()
  @IsInt()
  events?: number;
}

@Injectable()
@FunctionCall({ name: 'track_parcel', description: 'Tracks a parcel', strict: true })
class TrackParcel {
  apply(@FunctionRequest() { parcel, events }: ParcelRequest) {
    return { parcel, events: events ?? null };
  }
}

@Module({ imports: [ToolRouterModule.forRoot()], providers: [TrackParcel] })
class AppModule {}

export async function main(): Promise<void> {
  const app = await NestFactory.createApplicationContext(AppModule, { logger: false });
  const toolset = await app.get(ToolRouter).toolset({ functions: ['track_parcel'] });

  console.log(JSON.stringify(toolset.toOpenAI()[0])); // strict: closed, everything required, optional is nullable
  console.log(JSON.stringify(toolset.toOpenAIResponses()[0]));
  console.log(JSON.stringify(toolset.toAnthropic()[0]));
  console.log(JSON.stringify(toolset.toGemini()[0]));

  // The text for a request body, put together from parts that were made once per tool.
  console.log(toolset.toJSON('anthropic') === JSON.stringify(toolset.toAnthropic())); // true
  // What a provider's shape could not say. The validation of a call is always the whole of yours.
  console.log(JSON.stringify(toolset.projectionNotes('openai')));
  // What a strict model sends for "not given".
  console.log((await toolset.call({ name: 'track_parcel', arguments: '{"parcel":"123456","events":null}' })).output);
  await app.close();
}
