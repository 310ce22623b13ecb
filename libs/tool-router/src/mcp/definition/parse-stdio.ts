import type { ConfigReader } from './config-reader.js';
import { checkEnvironment } from './environment-rules.js';
import { filler, parseCommon } from './parse-common.js';
import type { ParseOptions } from './parse-options.js';
import type { StdioDefinition } from './server-definition.js';

/** Reads the fields of a server that runs as a child process. */
export function parseStdio(id: string, reader: ConfigReader, options: ParseOptions): StdioDefinition {
  const { fault } = reader;
  if (options.author === 'user' && options.userServers?.allowStdio !== true) {
    throw fault('type', 'starts a program on the host, which servers of users may not do.', 'Use the url of a server.');
  }
  const fill = filler(reader, options);
  const command = fill(reader.text('command') ?? '', 'command').trim();
  if (command === '') throw fault('command', 'is missing.', 'Name the program to start.');
  const args = reader.texts('args').map((arg, index) => fill(arg, `args[${index}]`));
  const env = reader.pairs('env').map(([name, value]) => [name, fill(value, `env.${name}`)] as const);
  const cwd = reader.text('cwd');
  const workingFolder = cwd === undefined ? undefined : fill(cwd, 'cwd');
  const texts = [['command', command], ['cwd', workingFolder ?? ''], ...args.map((arg, i) => [`args[${i}]`, arg])];
  for (const [field = '', text = ''] of texts) {
    if (text.includes('\0')) throw fault(field, 'holds a NUL character.', 'Remove it.');
  }
  return {
    ...parseCommon(id, reader, options),
    type: 'stdio',
    command,
    args,
    env: checkEnvironment(env, options.author, fault),
    ...(workingFolder === undefined || workingFolder === '' ? {} : { cwd: workingFolder }),
    warnings: reader.section('auth') === undefined ? [] : ['auth is not used by servers that run as a process'],
  };
}
