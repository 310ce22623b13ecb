import { Module } from '@nestjs/common';
import { ToolRouterModule } from 'nestjs-tool-router';
import { AuthModule } from './auth/auth.module.js';
import { HealthModule } from './health/health.module.js';
import { HelpModule } from './help/help.module.js';
import { OrdersModule } from './orders/orders.module.js';
import { ServersModule } from './servers/servers.module.js';
import { SettingsModule } from './settings.module.js';
import { DEMO_SETTINGS, type DemoSettings } from './settings.js';
import { createRouterOptions } from './tools/router-options.js';
import { ToolContextFactory } from './tools/tool-context.factory.js';
import { ToolsModule } from './tools/tools.module.js';
import { UnitsModule } from './units/units.module.js';

@Module({
  imports: [
    SettingsModule,
    AuthModule,
    ToolRouterModule.forRootAsync({
      imports: [ToolsModule],
      inject: [DEMO_SETTINGS, ToolContextFactory],
      useFactory: (settings: DemoSettings, contexts: ToolContextFactory) => createRouterOptions(settings, contexts),
    }),
    ToolsModule,
    ServersModule,
    HealthModule,
    UnitsModule,
    OrdersModule,
    HelpModule,
  ],
})
export class AppModule {}
