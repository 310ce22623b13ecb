import 'reflect-metadata';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { IsIn, IsInt, IsOptional, Max, Min } from 'class-validator';
import {
  FunctionCall,
  FunctionParameter,
  FunctionRequest,
  McpService,
  McpTool,
  ToolExecutionException,
  ToolRouter,
  ToolRouterModule,
  type Toolset,
} from 'nestjs-tool-router';

class TemperatureRequest {
  @FunctionParameter({ description: 'Name of the city' })
  city!: string;

  @FunctionParameter({ description: 'Days from now' })
  @IsOptional()
  @IsInt()
  @Min(0)
  @Max(9)
  days?: number;

  @IsOptional()
  @IsIn(['celsius', 'kelvin'])
  unit?: string;
}

@FunctionCall({ name: 'temperature', description: 'Temperature in a city', strict: true })
class Temperature {
  apply(@FunctionRequest() { city }: TemperatureRequest) {
    return { city, celsius: city === 'Oslo' ? 4 : 19 };
  }
}

@McpService({ name: 'tickets' })
class Tickets {
  @McpTool({
    description: 'Closes a ticket',
    annotations: { destructiveHint: true },
    inputSchema: { properties: { ticket: { type: 'integer' }, note: true }, required: ['ticket'] },
  })
  close(ticket: number) {
    throw new ToolExecutionException(`There is no ticket ${ticket}.`);
  }
}

@FunctionCall({ name: 'now', description: 'The time' })
class Now {
  apply() {
    return 'noon';
  }
}

@Module({ imports: [ToolRouterModule.forRoot()], providers: [Temperature, Tickets, Now] })
class AppModule {}

/** A strict function, a local MCP tool with a hand-written schema that fails, and a function without arguments. */
export async function withToolset(use: (toolset: Toolset) => Promise<void>): Promise<void> {
  const app = await NestFactory.createApplicationContext(AppModule, { logger: false });
  try {
    await use(await app.get(ToolRouter).toolset({ functions: ['temperature', 'tickets_close', 'now'] }));
  } finally {
    await app.close();
  }
}
