import { commandEnvironment } from './environment.js';

const HOST = {
  PATH: '/opt/bin:/bin',
  HOME: '/home/ada',
  LC_ALL: 'de_DE.UTF-8',
  LC_API_KEY: 'k1',
  TERM: 'xterm-256color',
  PAGER: 'less',
  CI: 'true',
  MISTRAL_API_KEY: 'k2',
  DATABASE_URL: 'postgres://u:p@h/d',
  NPM_TOKEN: 'k3',
  NODE_OPTIONS: '--require ./x.js',
  LD_PRELOAD: '/tmp/x.so',
  BASH_ENV: '/tmp/rc',
  ENV: '/tmp/rc',
  GIT_DIR: '/elsewhere/.git',
  'BASH_FUNC_ls%%': '() { echo no; }',
  JAVA_HOME: '/opt/jdk',
};

describe('commandEnvironment', () => {
  it('passes only the allow-list, and answers for nobody at the terminal', () => {
    expect(commandEnvironment(HOST, [])).toEqual({
      PATH: '/opt/bin:/bin',
      HOME: '/home/ada',
      LC_ALL: 'de_DE.UTF-8',
      PAGER: 'cat',
      GIT_PAGER: 'cat',
      GIT_TERMINAL_PROMPT: '0',
      TERM: 'dumb',
      NO_COLOR: '1',
    });
  });

  it('passes what the host names, if it is there', () => {
    const environment = commandEnvironment(HOST, ['JAVA_HOME', 'NPM_TOKEN', 'MISSING', 'toString', 'PAGER']);
    expect(environment).toMatchObject({ JAVA_HOME: '/opt/jdk', NPM_TOKEN: 'k3', PAGER: 'less' });
    expect(Object.keys(environment)).not.toContain('MISSING');
    expect(Object.keys(environment)).not.toContain('toString');
  });

  it('has a search path where the host has none', () => {
    expect(commandEnvironment({}, [])['PATH']).toContain('/usr/bin');
  });
});
