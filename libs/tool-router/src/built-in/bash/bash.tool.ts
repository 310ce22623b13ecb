import type { JsonObject } from '../../tool/json.js';
import type { BuiltInTool } from '../built-in-tool.js';
import { optionalChoice } from '../tool-arguments.js';
import type { BashAction } from './actions/bash-action.js';
import { exec } from './actions/exec.js';
import { list } from './actions/list.js';
import { logs } from './actions/logs.js';
import { start } from './actions/start.js';
import { status } from './actions/status.js';
import { stop } from './actions/stop.js';
import { write } from './actions/write.js';
import { BASH_ACTIONS, BASH_DEFINITION } from './bash-definition.js';
import type { ProcessRegistry } from './process-registry.js';

const ACTIONS: Readonly<Record<(typeof BASH_ACTIONS)[number], BashAction>> = {
  exec,
  start,
  status,
  logs,
  write,
  stop,
  list,
};

function chooseAction(args: JsonObject): BashAction {
  const given = typeof args['action'] === 'string' ? args['action'].trim() : args['action'];
  const named = given === undefined || given === '' ? null : given;
  return ACTIONS[optionalChoice({ action: named }, 'action', BASH_ACTIONS) ?? 'exec'];
}

/** The tool `bash`: shell commands that are waited for, and background processes per (user, session). */
export function createBashTool(registry: ProcessRegistry): BuiltInTool {
  return {
    definition: BASH_DEFINITION,
    run: async (args, call) => chooseAction(args)(args, call, registry),
  };
}
