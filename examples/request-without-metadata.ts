import 'reflect-metadata';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FunctionCall, FunctionParameter, ToolRouter, ToolRouterModule } from 'nestjs-tool-router';

class GreetRequest {
  @FunctionParameter({ description: 'Whom to greet', type: 'string' })
  name!: string;
}

// The class is named here, so no emitted types are needed: neither for `apply`, nor, thanks to `type`, for the fields.
@FunctionCall({ name: 'greet', description: 'Greets somebody', request: GreetRequest })
class Greet {
  apply(request: GreetRequest) {
    return `Hello ${request.name}`;
  }
}

@Module({ imports: [ToolRouterModule.forRoot({ stringResults: 'raw' })], providers: [Greet] })
class AppModule {}

export async function main(): Promise<void> {
  const app = await NestFactory.createApplicationContext(AppModule, { logger: false });
  console.log(await app.get(ToolRouter).invoke('greet', '{"name":"Ada"}')); // Hello Ada
  await app.close();
}
