import 'reflect-metadata';
import { Logger } from '@nestjs/common';
import { DemoUsersService } from './auth/demo-users.service.js';
import { createApp } from './create-app.js';

async function main(): Promise<void> {
  const app = await createApp();
  try {
    await app.listen(process.env['PORT'] ?? 3000, '127.0.0.1');
  } catch (error) {
    await app.close();
    throw error;
  }
  const logger = new Logger('Demo');
  logger.log(`The API is at ${await app.getUrl()}, its pages at ${await app.getUrl()}/docs`);
  for (const { id, role, token } of app.get(DemoUsersService).credentials()) {
    logger.log(`${id} (${role}): Authorization: Bearer ${token}`);
  }
}

main().catch((error: unknown) => {
  new Logger('Demo').error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
});
