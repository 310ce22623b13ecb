import 'reflect-metadata';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { BuiltInTools, ToolRouter, ToolRouterModule, type ToolContext } from 'nestjs-tool-router';

@Module({
  imports: [
    ToolRouterModule.forRoot({
      builtIn: {
        // Only what is named here exists. `BuiltInTools.allCodingToolNames()` names all eight, bash included.
        tools: ['read_file', 'write_file', 'edit', 'apply_patch', 'glob', 'grep'],
        // What holds for every request.
        context: { maxWriteBytes: 100_000, deniedWriteSegments: ['.ssh', '.aws', '.gnupg', 'secrets'] },
      },
    }),
  ],
})
class AppModule {}

export async function main(): Promise<void> {
  const workspaceRoot = mkdtempSync(join(tmpdir(), 'workspace-'));
  const app = await NestFactory.createApplicationContext(AppModule, { logger: false });
  const router = app.get(ToolRouter);

  // Each request works in the folder that its context names; give every user, or every task, one of its own.
  const writer: ToolContext = {
    userId: 'ann',
    builtIn: { workspaceRoot },
    allow: { functions: ['read_file', 'write_file', 'grep'] },
  };
  const reader: ToolContext = { ...writer, allow: { functions: BuiltInTools.readOnlyCodingToolNames() } };

  const write = { name: 'write_file', arguments: { path: 'src/app.ts', content: 'export const port = 80;\n' } };
  console.log((await router.call(write, writer)).output);
  console.log((await router.call(write, reader)).errorCode); // not_allowed
  console.log((await router.call({ name: 'grep', arguments: { pattern: 'port' } }, reader)).output);

  // A failure is JSON text for the model, and a kind for you.
  const outside = await router.call({ name: 'read_file', arguments: { path: '/etc/passwd' } }, reader);
  console.log(outside.errorCode, outside.errorKind, outside.output);
  await app.close();
  rmSync(workspaceRoot, { recursive: true });
}
