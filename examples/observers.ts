import 'reflect-metadata';
import { Injectable, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import {
  FunctionCall,
  ToolRouter,
  ToolRouterModule,
  type ToolCallEnd,
  type ToolCallObserver,
  type ToolCallStart,
  type ToolRouterModuleOptions,
} from 'nestjs-tool-router';

@Injectable()
class Metrics implements ToolCallObserver {
  readonly lines: string[] = [];

  onToolCallStart({ name, source, userId }: ToolCallStart): void {
    this.lines.push(`${userId ?? 'host'} starts ${name} (${source})`);
  }

  onToolCallEnd({ name, isError, errorCode, error }: ToolCallEnd): void {
    this.lines.push(`${name}: ${isError ? `${errorCode}, ${error?.message}` : 'fine'}`);
  }
}

@Module({ providers: [Metrics], exports: [Metrics] })
class MetricsModule {}

@FunctionCall({ name: 'roll_dice', description: 'Rolls a die' })
class RollDice {
  apply() {
    throw new Error('the die is on the floor');
  }
}

@Module({
  imports: [
    MetricsModule,
    ToolRouterModule.forRootAsync({
      imports: [MetricsModule],
      inject: [Metrics],
      useFactory: (metrics: Metrics): ToolRouterModuleOptions => ({ observers: [metrics] }),
    }),
  ],
  providers: [RollDice],
})
class AppModule {}

export async function main(): Promise<void> {
  const app = await NestFactory.createApplicationContext(AppModule, { logger: false });
  await app.get(ToolRouter).call({ name: 'roll_dice' }, { userId: 'ann', allow: { functions: ['roll_dice'] } });
  for (const line of app.get(Metrics).lines) console.log(line);
  await app.close();
}
