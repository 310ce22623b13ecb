import 'reflect-metadata';
import { Injectable, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { currentToolContext, FunctionCall, ToolRouter, ToolRouterModule, type ToolContext } from 'nestjs-tool-router';

@Injectable()
@FunctionCall({ name: 'send_digest', description: 'Sends the digest' })
class SendDigest {
  apply() {
    return { sentTo: currentToolContext()?.userId };
  }
}

@Injectable()
@FunctionCall({ name: 'delete_account', description: 'Deletes the account' })
class DeleteAccount {
  apply() {
    return 'gone';
  }
}

interface Job {
  readonly userId: string;
  readonly tool: string;
}

@Injectable()
class JobWorker {
  constructor(private readonly router: ToolRouter) {}

  /** There is no request here: the job says who it is for, and its context says what it may do. */
  run(job: Job): Promise<string> {
    const context: ToolContext = { userId: job.userId, allow: { functions: ['send_digest'] }, deadlineMs: 5_000 };
    return this.router.runWithContext(context, () => this.router.invoke(job.tool));
  }
}

@Module({ imports: [ToolRouterModule.forRoot()], providers: [SendDigest, DeleteAccount, JobWorker] })
class AppModule {}

export async function main(): Promise<void> {
  const app = await NestFactory.createApplicationContext(AppModule, { logger: false });
  const worker = app.get(JobWorker);
  const jobs = ['ann', 'bo'].map((userId) => worker.run({ userId, tool: 'send_digest' }));
  console.log(await Promise.all(jobs)); // each in its own context, side by side
  await worker.run({ userId: 'ann', tool: 'delete_account' }).catch((error: { code: string }) => {
    console.log(error.code); // not_allowed
  });
  // Without any context, `invoke` is unrestricted host code: never hand it a name that a model wrote.
  console.log(await app.get(ToolRouter).invoke('delete_account')); // "gone"
  await app.close();
}
