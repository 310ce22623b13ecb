/** Host variables that a command may see; `LC_` stands for all that begin so. */
const ALLOWED = new Set(['PATH', 'HOME', 'USER', 'LOGNAME', 'SHELL', 'LANG', 'LANGUAGE', 'TZ', 'TMPDIR']);
const ALLOWED_PREFIX = 'LC_';
const SECRET = /KEY|TOKEN|SECRET|PASSW|CREDENTIAL|AUTH/i;

/** No pager, no prompt and no colours: nobody sits at a terminal. */
const UNATTENDED = {
  PAGER: 'cat',
  GIT_PAGER: 'cat',
  GIT_TERMINAL_PROMPT: '0',
  TERM: 'dumb',
  NO_COLOR: '1',
} as const;

/** Where programs are looked for when the host has no search path of its own. */
export const DEFAULT_PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';

/**
 * The environment of a command: an allow-list, so that neither keys of the host nor variables that change how programs
 * start (`BASH_ENV`, `LD_PRELOAD`, `NODE_OPTIONS`, `GIT_DIR`) reach it.
 * @param extra further names; each was chosen by the host and passes as it is
 */
export function commandEnvironment(
  host: Readonly<Record<string, string | undefined>>,
  extra: readonly string[],
): Record<string, string> {
  const inherited = Object.keys(host).filter(
    (name) => ALLOWED.has(name) || (name.startsWith(ALLOWED_PREFIX) && !SECRET.test(name)),
  );
  const environment = new Map<string, string>([['PATH', DEFAULT_PATH]]);
  const take = (name: string): void => {
    const value = Object.hasOwn(host, name) ? host[name] : undefined;
    if (value !== undefined) environment.set(name, value);
  };
  inherited.forEach(take);
  for (const [name, value] of Object.entries(UNATTENDED)) environment.set(name, value);
  extra.forEach(take);
  return Object.fromEntries(environment);
}
