import { ValidationPipe, type LogLevel } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { DocumentBuilder, SwaggerModule } from '@nestjs/swagger';
import { AppModule } from './app.module.js';

/** A model may write a whole file in one call; the default of the server would refuse it before a tool can. */
const MAX_BODY = '2mb';

/** The API, not yet listening. */
export async function createApp(logLevels: LogLevel[] = ['log', 'warn', 'error']): Promise<NestExpressApplication> {
  const app = await NestFactory.create<NestExpressApplication>(AppModule, { logger: logLevels });
  app.useBodyParser('json', { limit: MAX_BODY });
  app.useGlobalPipes(new ValidationPipe({ whitelist: true, transform: true }));
  app.enableShutdownHooks();
  const page = new DocumentBuilder().setTitle('Tool router demonstration').addBearerAuth().build();
  SwaggerModule.setup('docs', app, () => SwaggerModule.createDocument(app, page));
  return app;
}
