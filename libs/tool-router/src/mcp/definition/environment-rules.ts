import { holdsCredential } from './credential-placeholders.js';
import type { Fault } from './config-fault.js';
import type { NameValue } from './server-definition.js';

/** Variables that change which code a program loads; compared in upper case. */
const HIJACKING: ReadonlySet<string> = new Set([
  'BASH_ENV',
  'CLASSPATH',
  'COMSPEC',
  'ELECTRON_RUN_AS_NODE',
  'ENV',
  'GCONV_PATH',
  'GIT_SSH',
  'GIT_SSH_COMMAND',
  'IFS',
  'JAVA_TOOL_OPTIONS',
  'JDK_JAVA_OPTIONS',
  'NODE_OPTIONS',
  'NODE_PATH',
  'PATH',
  'PATHEXT',
  'PERL5DB',
  'PERL5LIB',
  'PERL5OPT',
  'PROMPT_COMMAND',
  'PYTHONHOME',
  'PYTHONPATH',
  'PYTHONSTARTUP',
  'PYTHONUSERBASE',
  'RUBYLIB',
  'RUBYOPT',
  'SHELLOPTS',
  'ZDOTDIR',
  '_JAVA_OPTIONS',
]);
const HIJACKING_FAMILY = /^(?:LD_|DYLD_|NPM_CONFIG_|BASH_FUNC_)/;

/** Checked variables in the order of their names; those of a user may not decide which code runs. */
export function checkEnvironment(
  env: readonly NameValue[],
  author: 'host' | 'user',
  fault: Fault,
): readonly NameValue[] {
  for (const [name, value] of env) {
    const field = `env.${JSON.stringify(name)}`;
    if (name === '' || name.includes('=') || name.includes('\0')) {
      throw fault(field, 'is not the name of a variable.', "Remove '=' and NUL from the name.");
    }
    if (value.includes('\0')) throw fault(field, 'holds a NUL character.', 'Remove it.');
    if (holdsCredential(value)) throw fault(field, 'holds {{name}}, which only headers may.', 'Use ${NAME}.');
    const upper = name.toUpperCase();
    if (author === 'user' && (HIJACKING.has(upper) || HIJACKING_FAMILY.test(upper))) {
      throw fault(field, 'decides which code a program loads.', 'Only the host can set it; remove it.');
    }
  }
  return env.toSorted(([a], [b]) => (a < b ? -1 : 1));
}
