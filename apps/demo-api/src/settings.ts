import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/** Where the demonstration keeps its files, and what its users may register. */
export interface DemoSettings {
  /** Holds one workspace folder per user. */
  readonly workspacesRoot: string;
  /** The workspaces were made for this run and go with it. */
  readonly removeWorkspaces: boolean;
  /** The folder that everybody's file server shows. */
  readonly sandbox: string;
  /** Users' own servers may be plain HTTP on this machine: for the demonstration only. */
  readonly allowLocalUserServers: boolean;
}

export const DEMO_SETTINGS = Symbol('DEMO_SETTINGS');

/** From the environment: DEMO_WORKSPACES, DEMO_SANDBOX, DEMO_ALLOW_LOCAL_SERVERS=1. */
export function settingsFromEnvironment(): DemoSettings {
  const { DEMO_WORKSPACES: workspaces, DEMO_SANDBOX: sandbox, DEMO_ALLOW_LOCAL_SERVERS: allowLocal } = process.env;
  return {
    workspacesRoot: workspaces === undefined ? mkdtempSync(join(tmpdir(), 'demo-workspaces-')) : resolve(workspaces),
    removeWorkspaces: workspaces === undefined,
    sandbox: sandbox === undefined ? resolve(__dirname, '../sandbox') : resolve(sandbox),
    allowLocalUserServers: allowLocal === '1',
  };
}
