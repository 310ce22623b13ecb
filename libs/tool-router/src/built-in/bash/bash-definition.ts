import type { ToolDefinition } from '../../tool/tool-definition.js';
import { LONGEST_TIMER_MS } from './command/command-timeout.js';

/** What a call may ask for. */
export const BASH_ACTIONS = ['exec', 'start', 'status', 'logs', 'write', 'stop', 'list'] as const;

const DESCRIPTION = `Runs a shell command in the workspace, or works with background processes.
- exec (default): runs command with bash, waits for its end and returns stdout, stderr and exitCode. A non-zero exitCode is a normal answer. Input is closed, so nothing can be asked. timeoutMs is in milliseconds (default 30000, at most 600000 unless the host says otherwise); at the limit everything the command started is stopped and the output so far is returned. Long output keeps its head and its tail. What a command leaves in the background is stopped when the command ends.
- start: for servers, watchers and everything that runs long. Returns a processId at once; run the command in the foreground, without & at its end. status tells its state (running, exited, stopped, failed), logs reads its output from offset on (continue with nextOffset), write sends input exactly as given (end a line with \\n), stop ends it with its children, list shows the processes of this session.
Every call is a new shell: cd and variables do not last, so use cwd. Prefer read_file, grep, glob, edit and apply_patch, where they are offered, to cat, grep, find and sed. Stop background processes with stop, not with pkill or killall, which may hit the host. This is not a sandbox: a command can do what the host's own process can.`;

/** What a model is told about `bash`. */
export const BASH_DEFINITION: ToolDefinition = {
  name: 'bash',
  description: DESCRIPTION,
  parameters: {
    type: 'object',
    properties: {
      action: { type: 'string', enum: BASH_ACTIONS, default: 'exec', description: 'What to do.' },
      command: { type: 'string', minLength: 1, description: 'exec, start: the shell text, run byte for byte.' },
      cwd: {
        type: 'string',
        description: 'exec, start: folder to run in, relative to the workspace. Default: the workspace.',
      },
      timeoutMs: {
        type: 'integer',
        minimum: 1,
        maximum: LONGEST_TIMER_MS,
        description: 'exec: milliseconds until the command is stopped. Above the maximum it is lowered.',
      },
      processId: { type: 'string', description: 'status, logs, write, stop: the id that start returned.' },
      offset: {
        type: 'integer',
        minimum: 0,
        default: 0,
        description: 'logs: position to read from, in characters since the start of the output.',
      },
      limit: { type: 'integer', minimum: 1, description: 'logs: characters to return at most. Default 12000.' },
      input: { type: 'string', description: 'write: the text to send; no line end is added.' },
    },
    additionalProperties: false,
  },
  annotations: {
    title: 'Shell',
    readOnlyHint: false,
    destructiveHint: true,
    idempotentHint: false,
    openWorldHint: true,
  },
};
