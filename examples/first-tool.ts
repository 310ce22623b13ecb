import 'reflect-metadata';
import { Injectable, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { IsInt, Max, Min } from 'class-validator';
import { FunctionCall, FunctionParameter, FunctionRequest, ToolRouter, ToolRouterModule } from 'nestjs-tool-router';

class ForecastRequest {
  @FunctionParameter({ description: 'Name of the city' })
  city!: string;

  @FunctionParameter({ description: 'How many days' })
  @IsInt()
  @Min(1)
  @Max(14)
  days: number = 3;
}

@Injectable()
@FunctionCall({ name: 'get_forecast', description: 'Weather of the next days in a city' })
class ForecastFunction {
  apply(@FunctionRequest() { city, days }: ForecastRequest) {
    return { city, days: Array.from({ length: days }, () => 'sunny') };
  }
}

@Module({ imports: [ToolRouterModule.forRoot()], providers: [ForecastFunction] })
class AppModule {}

export async function main(): Promise<void> {
  const app = await NestFactory.createApplicationContext(AppModule, { logger: false });
  const router = app.get(ToolRouter);

  // What this request may show to the model, and run.
  const toolset = await router.toolset({ functions: ['get_forecast'] });
  console.log(JSON.stringify(toolset.toOpenAI(), null, 2));

  // What the model answered.
  const result = await toolset.call({ id: 'call_1', name: 'get_forecast', arguments: '{"city":"Oslo","days":2}' });
  console.log(result.output); // {"city":"Oslo","days":["sunny","sunny"]}

  const refused = await toolset.call({ id: 'call_2', name: 'get_forecast', arguments: '{"city":"Oslo","days":99}' });
  console.log(refused.errorCode, refused.output); // invalid_arguments Invalid arguments, nothing was run: days: …
  await app.close();
}
