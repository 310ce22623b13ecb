import 'reflect-metadata';
import { Injectable, Module } from '@nestjs/common';
import { LazyModuleLoader, NestFactory } from '@nestjs/core';
import { FunctionCall, ToolRouter, ToolRouterModule } from 'nestjs-tool-router';

@Injectable()
@FunctionCall({ name: 'render_report', description: 'Renders the monthly report' })
class RenderReport {
  apply() {
    return { pages: 12 };
  }
}

@Module({ providers: [RenderReport] })
class ReportsModule {}

@Module({ imports: [ToolRouterModule.forRoot()] })
class AppModule {}

export async function main(): Promise<void> {
  const app = await NestFactory.createApplicationContext(AppModule, { logger: false });
  const router = app.get(ToolRouter);
  await app.get(LazyModuleLoader).load(() => ReportsModule);
  console.log(router.getAllFunctionTools(['render_report']).length); // 0: nobody looked yet
  router.rescan();
  console.log(router.getAllFunctionTools(['render_report']).length); // 1
  console.log(await router.invoke('render_report')); // {"pages":12}
  await app.close();
}
