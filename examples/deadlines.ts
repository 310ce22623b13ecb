import 'reflect-metadata';
import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { currentToolContext, FunctionCall, ToolRouter, ToolRouterModule, type ToolContext } from 'nestjs-tool-router';

@Injectable()
@FunctionCall({ name: 'crawl', description: 'Reads many pages' })
class Crawl {
  async apply(_noArguments: object, { signal, onProgress }: ToolContext) {
    for (let page = 1; page <= 1_000; page++) {
      // Hand the signal to whatever waits: fetch, a database driver, a timer.
      await sleep(5, undefined, { signal });
      onProgress?.({ progress: page, total: 1_000, message: `page ${page}` });
    }
    return currentToolContext()?.userId;
  }
}

@Module({ imports: [ToolRouterModule.forRoot({ deadlineMs: 60_000 })], providers: [Crawl] })
class AppModule {}

export async function main(): Promise<void> {
  const app = await NestFactory.createApplicationContext(AppModule, { logger: false });
  const router = app.get(ToolRouter);
  const allow = { functions: ['crawl'] };

  // A duration from the start of the call.
  const late = await router.call({ name: 'crawl' }, { allow, deadlineMs: 40 });
  console.log(late.errorCode, late.output);

  // The client goes away, or another part of the answer makes this one useless.
  const controller = new AbortController();
  const pages: number[] = [];
  const stopped = await router.call(
    { name: 'crawl' },
    {
      allow,
      signal: controller.signal,
      onProgress: ({ progress }) => {
        pages.push(progress);
        if (progress === 3) controller.abort();
      },
    },
  );
  console.log(stopped.errorCode, pages);
  await app.close();
}
