import 'reflect-metadata';
import { Injectable, Module, NotFoundException } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import {
  FunctionCall,
  FunctionParameter,
  FunctionRequest,
  ToolExecutionException,
  ToolRouter,
  ToolRouterException,
  ToolRouterModule,
} from 'nestjs-tool-router';

class TicketRequest {
  @FunctionParameter({ description: 'Ticket number', type: 'integer' })
  ticket!: number;
}

@Injectable()
@FunctionCall({ name: 'close_ticket', description: 'Closes a ticket' })
class CloseTicket {
  apply(@FunctionRequest() { ticket }: TicketRequest) {
    // Thrown on purpose: the model reads the message, so say what to do.
    if (ticket > 100) throw new NotFoundException(`There is no ticket ${ticket}: list the tickets first.`);
    if (ticket === 7) {
      throw new ToolExecutionException('Ticket 7 is closed already: nothing was changed.', {
        kind: 'already_closed', // for programs: ToolResult.errorKind
        developerMessage: 'row 7 of tickets has closed_at set', // for logs and observers
      });
    }
    // An accident: the model reads a neutral sentence, never this text.
    throw new Error('connect ECONNREFUSED 10.0.0.5:5432 password=hunter2');
  }
}

@Module({ imports: [ToolRouterModule.forRoot()], providers: [CloseTicket] })
class AppModule {}

export async function main(): Promise<void> {
  const app = await NestFactory.createApplicationContext(AppModule, { logger: false });
  const router = app.get(ToolRouter);
  const context = { allow: { functions: ['close_ticket'] } };
  for (const ticket of [404, 7, 1]) {
    const result = await router.call({ name: 'close_ticket', arguments: { ticket } }, context);
    console.log(result.errorCode, result.errorKind ?? '-', result.output);
  }
  // `call` never rejects; `invoke` does, with the same codes.
  try {
    await router.invoke('close_ticket', '{"ticket":"many"}');
  } catch (error) {
    if (ToolRouterException.is(error)) console.log(error.code, error.retryable, error.modelMessage);
  }
  await app.close();
}
