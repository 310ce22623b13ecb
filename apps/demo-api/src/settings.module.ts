import { rm } from 'node:fs/promises';
import { Global, Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import { DEMO_SETTINGS, settingsFromEnvironment, type DemoSettings } from './settings.js';

@Global()
@Module({ providers: [{ provide: DEMO_SETTINGS, useFactory: settingsFromEnvironment }], exports: [DEMO_SETTINGS] })
export class SettingsModule implements OnApplicationShutdown {
  constructor(@Inject(DEMO_SETTINGS) private readonly settings: DemoSettings) {}

  async onApplicationShutdown(): Promise<void> {
    const { workspacesRoot, removeWorkspaces } = this.settings;
    if (removeWorkspaces) await rm(workspacesRoot, { recursive: true, force: true });
  }
}
