import 'reflect-metadata';
import { Inject, Injectable, Module, Scope } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { currentToolContext, FunctionCall, ToolRouter, ToolRouterModule, type ToolContext } from 'nestjs-tool-router';

@Injectable()
class Clock {
  readonly startedAt = '2027-01-01';
}

// Deep code needs no context parameter: the call's context follows it.
@Injectable()
class AuditLog {
  describe(): string {
    return `asked by ${currentToolContext()?.userId ?? 'nobody'}`;
  }
}

let made = 0;

// A new one for every call; only because it is request-scoped itself, or injects something that is.
@Injectable({ scope: Scope.REQUEST })
class Basket {
  readonly number = ++made;
}

@Injectable()
@FunctionCall({ name: 'basket', description: 'Shows the basket' })
class BasketFunction {
  constructor(
    private readonly basket: Basket,
    private readonly audit: AuditLog,
    @Inject('SHOP') private readonly shop: string,
  ) {}

  apply(_noArguments: object, context: ToolContext) {
    return { basket: this.basket.number, shop: this.shop, user: context.userId, audit: this.audit.describe() };
  }
}

@FunctionCall({ name: 'uptime', description: 'Says since when the shop is open' })
class UptimeFunction {
  constructor(private readonly since: string) {}

  apply() {
    return this.since;
  }
}

@Module({
  imports: [ToolRouterModule.forRoot()],
  providers: [
    Clock,
    AuditLog,
    Basket,
    BasketFunction,
    { provide: 'SHOP', useValue: 'Main Street' },
    // Every kind of provider will do: the class of what it makes carries the decorator.
    { provide: 'UPTIME', inject: [Clock], useFactory: (clock: Clock) => new UptimeFunction(clock.startedAt) },
  ],
})
class AppModule {}

export async function main(): Promise<void> {
  const app = await NestFactory.createApplicationContext(AppModule, { logger: false });
  const router = app.get(ToolRouter);
  const context: ToolContext = { userId: 'ann', allow: { functions: ['basket', 'uptime'] } };
  const calls = ['basket', 'basket', 'uptime'].map((name) => ({ name }));
  for (const call of calls) console.log((await router.call(call, context)).output);
  await app.close();
}
