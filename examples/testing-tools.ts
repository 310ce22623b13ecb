import 'reflect-metadata';
import { Injectable, Module } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import {
  FunctionCall,
  FunctionParameter,
  FunctionRequest,
  ToolRouter,
  ToolRouterModule,
  type ToolCallEnd,
} from 'nestjs-tool-router';

class ChargeRequest {
  @FunctionParameter({ description: 'Amount in cents', type: 'integer' })
  cents!: number;
}

@Injectable()
class PaymentClient {
  charge(_cents: number): string {
    throw new Error('this would cost real money');
  }
}

@Injectable()
@FunctionCall({ name: 'charge', description: 'Charges the customer' })
class Charge {
  constructor(private readonly payments: PaymentClient) {}

  apply(@FunctionRequest() { cents }: ChargeRequest) {
    return { receipt: this.payments.charge(cents) };
  }
}

const ends: ToolCallEnd[] = [];

@Module({
  imports: [ToolRouterModule.forRoot({ observers: [{ onToolCallEnd: (event) => void ends.push(event) }] })],
  providers: [PaymentClient, Charge],
})
class AppModule {}

export async function main(): Promise<void> {
  // Replace what the tool uses, and keep its schema, its validation and the whole way to it …
  const module = await Test.createTestingModule({ imports: [AppModule] })
    .overrideProvider(PaymentClient)
    .useValue({ charge: (cents: number) => `r-${cents}` })
    .compile();
  // … without `init()` or `createNestApplication()`: the tools are found as soon as one is asked for.
  const router = module.get(ToolRouter);
  const context = { userId: 'ann', allow: { functions: ['charge'] } };
  console.log((await router.call({ name: 'charge', arguments: '{"cents":250}' }, context)).output);
  console.log((await router.call({ name: 'charge', arguments: '{"cents":"much"}' }, context)).errorCode);
  console.log(ends.map(({ name, userId, errorCode }) => `${name} ${userId} ${errorCode ?? 'ok'}`));
  await module.close();

  // Or replace the tool itself: its name, schema and validation stay, only `apply` is another.
  const pretending = await Test.createTestingModule({ imports: [AppModule] })
    .overrideProvider(Charge)
    .useValue({ apply: () => ({ receipt: 'pretended' }) })
    .compile();
  console.log(await pretending.get(ToolRouter).invoke('charge', '{"cents":1}'));
  console.log((await pretending.get(ToolRouter).call({ name: 'charge' }, context)).errorCode);
  await pretending.close();
}
