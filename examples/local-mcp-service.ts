import 'reflect-metadata';
import { Injectable, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import {
  CurrentContext,
  FunctionParameter,
  McpParameter,
  McpService,
  McpTool,
  ToolRouter,
  ToolRouterModule,
  type ToolContext,
} from 'nestjs-tool-router';

enum Unit {
  Piece = 'piece',
  Box = 'box',
}

class Line {
  @FunctionParameter({ description: 'Article number' })
  sku!: string;

  @FunctionParameter({ type: 'integer' })
  count!: number;
}

@Injectable()
class Stock {
  readonly counts = new Map([
    ['lamp', 12],
    ['bell', 40],
  ]);
}

@Injectable()
@McpService({ name: 'warehouse', description: 'What is in stock' })
class WarehouseService {
  constructor(private readonly stock: Stock) {}

  @McpTool({ description: 'Counts an article', annotations: { readOnlyHint: true } })
  count(
    @McpParameter({ description: 'Article number' }) sku: string,
    @McpParameter({ description: 'What to count', type: Unit, defaultValue: Unit.Piece }) unit?: Unit,
  ) {
    const pieces = this.stock.counts.get(sku) ?? 0;
    return { sku, unit, count: unit === Unit.Box ? Math.floor(pieces / 10) : pieces };
  }

  // The context is filled in by the router: the model sees one parameter, `lines`.
  @McpTool({ description: 'Reserves articles for the user' })
  reserve(
    @CurrentContext() { userId }: ToolContext,
    @McpParameter({ description: 'What to reserve', type: [Line] }) lines: Line[],
  ) {
    return { for: userId, pieces: lines.reduce((sum, line) => sum + line.count, 0) };
  }

  // A schema of your own: arguments are checked against it, then handed to the parameters of the same names.
  @McpTool({
    name: 'find',
    description: 'Finds articles',
    inputSchema: {
      type: 'object',
      properties: { pattern: { type: 'string', minLength: 2 } },
      required: ['pattern'],
      additionalProperties: false,
    },
  })
  findArticles(pattern: string) {
    return [...this.stock.counts.keys()].filter((sku) => sku.includes(pattern));
  }
}

@Module({ imports: [ToolRouterModule.forRoot()], providers: [Stock, WarehouseService] })
class AppModule {}

export async function main(): Promise<void> {
  const app = await NestFactory.createApplicationContext(AppModule, { logger: false });
  // A service is allowed as a whole by its id, or tool by tool: { functions: ['warehouse_count'] }.
  const context: ToolContext = { userId: 'ann', allow: { mcpServers: ['warehouse'] } };
  const toolset = await app.get(ToolRouter).toolset({ mcpServers: ['warehouse'] }, context);
  console.log(toolset.tools.map((tool) => tool.name)); // warehouse_count, warehouse_reserve, warehouse_find
  for (const [name, json] of [
    ['warehouse_count', '{"sku":"lamp"}'],
    ['warehouse_count', '{"sku":"bell","unit":"box"}'],
    ['warehouse_reserve', '{"lines":[{"sku":"lamp","count":"2"}]}'],
    ['warehouse_find', '{"pattern":"be"}'],
    ['warehouse_find', '{"pattern":"b"}'],
  ] as const) {
    console.log((await toolset.call({ name, arguments: json })).output);
  }
  await app.close();
}
