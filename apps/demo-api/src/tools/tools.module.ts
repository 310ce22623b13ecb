import { Module } from '@nestjs/common';
import { ServersModule } from '../servers/servers.module.js';
import { ToolContextFactory } from './tool-context.factory.js';
import { ToolsController } from './tools.controller.js';

@Module({
  imports: [ServersModule],
  providers: [ToolContextFactory],
  controllers: [ToolsController],
  exports: [ToolContextFactory],
})
export class ToolsModule {}
