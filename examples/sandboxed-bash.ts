import 'reflect-metadata';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { bubblewrapSandbox, ToolRouter, ToolRouterModule } from 'nestjs-tool-router';

@Module({
  imports: [
    ToolRouterModule.forRoot({
      // Needs Linux and the program `bwrap`. Where it is missing no command runs at all.
      builtIn: { tools: ['bash'], context: { bashSandbox: bubblewrapSandbox(), defaultCommandTimeoutMs: 10_000 } },
    }),
  ],
})
class AppModule {}

export async function main(): Promise<void> {
  const workspaceRoot = mkdtempSync(join(tmpdir(), 'sandbox-'));
  const app = await NestFactory.createApplicationContext(AppModule, { logger: false });
  const context = { userId: 'ann', sessionId: 's1', builtIn: { workspaceRoot }, allow: { functions: ['bash'] } };
  for (const command of [
    'echo inside > note.txt && cat note.txt',
    'touch /usr/local/outside', // the rest of the disk is read-only
    'tail -n +3 /proc/net/dev | cut -d: -f1', // no network but a loopback of its own
  ]) {
    const { output } = await app.get(ToolRouter).call({ name: 'bash', arguments: { command } }, context);
    console.log(output);
  }
  await app.close();
  rmSync(workspaceRoot, { recursive: true });
}
