import 'reflect-metadata';
import { Injectable, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import {
  FunctionCall,
  FunctionParameter,
  FunctionRequest,
  ToolRouter,
  ToolRouterModule,
  ToolTrace,
  type TraceableToolExecutor,
} from 'nestjs-tool-router';

class SearchRequest {
  @FunctionParameter({ description: 'Words to look for' })
  words!: string;
}

// From anywhere inside the call, also from services that the tool uses.
@Injectable()
@FunctionCall({ name: 'search_docs', description: 'Searches the documents' })
class SearchDocs {
  apply(@FunctionRequest() { words }: SearchRequest) {
    const hits = [
      { id: 'guide', score: 0.92 },
      { id: 'faq', score: 0.41 },
    ];
    ToolTrace.record({ step: 'search', words, hits });
    ToolTrace.record({ step: 'cite', id: 'guide' });
    return 'Press the button twice. [guide]';
  }
}

// Or asked for after the call. What the call sets on `this` is its own, also while others run on the same instance.
@Injectable()
@FunctionCall({ name: 'ask_planner', description: 'Asks the planner' })
class AskPlanner implements TraceableToolExecutor {
  private plan: readonly string[] = [];

  async apply(@FunctionRequest() { words }: SearchRequest) {
    this.plan = [`read ${words}`];
    await Promise.resolve();
    return `The plan has ${this.plan.length} step.`;
  }

  lastTrace() {
    return { plan: this.plan };
  }
}

@Module({ imports: [ToolRouterModule.forRoot()], providers: [SearchDocs, AskPlanner] })
class AppModule {}

export async function main(): Promise<void> {
  const app = await NestFactory.createApplicationContext(AppModule, { logger: false });
  const results = await app.get(ToolRouter).callAll(
    [
      { name: 'search_docs', arguments: { words: 'reset' } },
      { name: 'ask_planner', arguments: { words: 'maps' } },
      { name: 'ask_planner', arguments: { words: 'mail' } },
    ],
    { allow: { functions: ['search_docs', 'ask_planner'] } },
  );
  for (const { output, trace } of results) console.log(output, '|', JSON.stringify(trace));
  await app.close();
}
