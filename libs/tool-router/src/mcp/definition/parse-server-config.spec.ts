import * as fc from 'fast-check';
import { ToolDefinitionException } from '../../errors/tool-definition.exception.js';
import { definitionHash } from './definition-hash.js';
import type { McpServerConfig } from './mcp-server-config.js';
import type { ParseOptions } from './parse-options.js';
import { parseServerConfig } from './parse-server-config.js';

const host: ParseOptions = { author: 'host' };
const user: ParseOptions = { author: 'user' };

function messageOf(config: unknown, options: ParseOptions = host, id = 'crm'): string {
  try {
    parseServerConfig(id, config as McpServerConfig, options);
  } catch (error) {
    if (error instanceof ToolDefinitionException) return error.message;
    throw error;
  }
  return '';
}

function hash(config: McpServerConfig): string {
  return definitionHash(parseServerConfig('s', config, host));
}

describe('parseServerConfig', () => {
  it.each([
    [{ command: 'run' }, 'stdio'],
    [{ type: ' Process ', command: 'run' }, 'stdio'],
    [{ type: 'local', command: 'run' }, 'stdio'],
    [{ transport: 'stdio', command: 'run' }, 'stdio'],
    [{ type: '', transport: 'event-stream', url: 'https://a.example/x' }, 'sse'],
    [{ type: 'server-sent-events', url: 'https://a.example/x' }, 'sse'],
    [{ type: 'HTTP', url: 'https://a.example/x' }, 'streamable_http'],
    [{ type: 'mcp', url: 'https://a.example/x' }, 'streamable_http'],
    [{ type: 'streamable-http', url: 'https://a.example/x' }, 'streamable_http'],
    [{ type: null, url: 'https://a.example/x' }, 'auto'],
    [{ url: 'https://a.example/x', disabled: false, autoApprove: [], description: 'x' }, 'auto'],
  ])('reads the type of %j', (config, type) => {
    expect(parseServerConfig('crm', config as McpServerConfig, host).type).toBe(type);
  });

  it('names the known types when it meets another', () => {
    expect(messageOf({ type: 'grpc', url: 'https://a.example' })).toBe(
      'mcpServers.crm.type: is not a known type. Write one of: stdio, streamable_http, sse, auto.',
    );
  });

  it('fills in the defaults and freezes everything', () => {
    const definition = parseServerConfig(
      'crm',
      { url: 'http://127.0.0.1:8080/mcp', headers: { b: '2', A: '1' } },
      host,
    );
    expect(definition).toEqual({
      id: 'crm',
      type: 'auto',
      scope: 'global',
      author: 'host',
      enabled: true,
      required: false,
      url: 'http://127.0.0.1:8080/mcp',
      headers: [
        ['A', '1'],
        ['b', '2'],
      ],
      guarded: false,
      allowHttp: true,
      replayOn404: false,
      warnings: [],
    });
    expect(Object.isFrozen(definition)).toBe(true);
    expect('headers' in definition && Object.isFrozen(definition.headers[0])).toBe(true);
  });

  it.each([
    [null, 'mcpServers.crm: is not an object.'],
    [{}, 'neither a command nor a url'],
    [{ command: 'x', url: 'https://a.example' }, 'both a command and a url'],
    [{ type: 'stdio', url: 'https://a.example' }, 'mcpServers.crm.command: is missing.'],
    [{ type: 'sse', command: 'x' }, 'mcpServers.crm.url: is missing.'],
    [{ url: 'not a url' }, 'mcpServers.crm.url: is not a URL.'],
    [{ url: 'ftp://a.example' }, 'neither https nor http'],
    [{ url: 'https://me:pw@a.example' }, 'user name or a password'],
    [{ url: 'https://a.example/{{key}}' }, 'only headers may'],
    [{ command: 'x', args: 'y' }, 'mcpServers.crm.args: is not a list of texts.'],
    [{ command: 'x\0' }, 'mcpServers.crm.command: holds a NUL'],
    [{ command: 'x', env: { 'A=B': '1' } }, 'is not the name of a variable'],
    [{ command: 'x', env: { 'A\0': '1' } }, 'is not the name of a variable'],
    [{ command: 'x', env: { A: {} } }, 'mcpServers.crm.env.A: is not a text.'],
    [{ command: 'x', enabled: 'no' }, 'mcpServers.crm.enabled: is neither true nor false.'],
    [{ command: 'x', maxBufferSize: -1 }, 'mcpServers.crm.maxBufferSize'],
    [{ url: 'https://a.example', headers: { Host: 'b' } }, 'is set by the connection itself'],
    [{ url: 'https://a.example', headers: { 'Mcp-Session-Id': 'b' } }, 'is set by the connection itself'],
    [{ url: 'https://a.example', headers: { 'x-key': 'a', 'X-Key': 'b' } }, 'is the same header as "x-key"'],
    [{ url: 'https://a.example', headers: { 'X Key': 'a' } }, 'is not a header name'],
    [{ url: 'https://a.example', headers: { X: 'a\r\nY: b' } }, 'holds a line break'],
    [{ url: 'https://a.example', headers: { X: '{{token}}' } }, "Set scope to 'user'."],
    [{ url: 'https://a.example', scope: 'user', headers: { X: '{{token' } }, 'begins no name of a credential'],
    [{ url: 'https://a.example', scope: 'user', headers: { X: '{{a b}} {{c}}' } }, 'begins no name of a credential'],
    [{ command: 'x', env: { A: 'k={{token}}' } }, 'which only headers may'],
    [{ url: 'https://a.example', scope: 'tenant' }, 'Write one of: global, user.'],
    [{ url: 'https://a.example', auth: { type: 'basic' } }, 'Write one of: oauth.'],
    [{ url: 'https://a.example', auth: { type: 'oauth' } }, 'mcpServers.crm.auth.redirectUrl'],
  ])('refuses %j', (config, message) => {
    expect(messageOf(config)).toContain(message);
  });

  it('takes legal but unusual names as they are', () => {
    const env = JSON.parse('{"__proto__":"1","constructor":2,"B":true,"N":null}') as Record<string, string>;
    const definition = parseServerConfig('crm', { command: 'x', env }, host);
    expect(definition).toMatchObject({
      env: [
        ['B', 'true'],
        ['__proto__', '1'],
        ['constructor', '2'],
      ],
    });
  });

  it('encodes header values beyond ASCII once', () => {
    const headers = { 'X-Name': ' Jürgen 50%25 ' };
    expect(parseServerConfig('crm', { url: 'https://a.example', headers }, host)).toMatchObject({
      headers: [['X-Name', 'J%C3%BCrgen 50%25']],
    });
  });

  it('keeps the placeholders of credentials for later', () => {
    const headers = { Authorization: 'Bearer {{ token }}', 'X-Org': '{{org.id}}/{{team-1}}' };
    const config: McpServerConfig = { url: 'https://a.example', scope: 'user', headers };
    expect(parseServerConfig('crm', config, host)).toMatchObject({ headers: Object.entries(headers) });
    expect(parseServerConfig('crm', { ...config, scope: 'global' }, user)).toMatchObject({
      headers: Object.entries(headers),
    });
  });

  it('reports an Authorization header beside OAuth', () => {
    const auth = { type: 'oauth', redirectUrl: 'https://app.example/back' } as const;
    const headers = { authorization: 'Bearer x' };
    expect(parseServerConfig('crm', { url: 'https://a.example', headers, auth }, host).warnings).toHaveLength(1);
    expect(parseServerConfig('crm', { url: 'https://a.example', auth }, host).warnings).toEqual([]);
  });
});

describe('environment placeholders', () => {
  const environment = { SHOWN: 'seen', HIDDEN: 'secret-value', LINE: 'a\nb' };
  const options: ParseOptions = { author: 'host', envPlaceholders: ['SHOWN', 'UNSET', 'LINE'], environment };

  it('fills listed variables everywhere, and never looks into what it filled in', () => {
    const nested = { ...options, environment: { SHOWN: '${HIDDEN}' } };
    expect(
      parseServerConfig('s', { command: '${SHOWN}', args: ['-${SHOWN}-'], env: { A: '${SHOWN}' } }, options),
    ).toMatchObject({
      command: 'seen',
      args: ['-seen-'],
      env: [['A', 'seen']],
    });
    expect(parseServerConfig('s', { command: 'x', args: ['${SHOWN}'] }, nested)).toMatchObject({ args: ['${HIDDEN}'] });
    expect(parseServerConfig('s', { url: 'https://${SHOWN}.example/' }, options)).toMatchObject({
      url: 'https://seen.example/',
    });
  });

  it.each([
    ['${HIDDEN}', 'variable HIDDEN, which is not listed'],
    ['${UNSET}', 'variable UNSET, which is not set'],
    ['${SHOWN:-x}', 'placeholder for SHOWN that is not written as'],
    ['${SHOWN', 'placeholder for SHOWN that is not written as'],
    ['${}', 'a placeholder that is not written as'],
    ['${__proto__}', 'variable __proto__, which is not listed'],
  ])('refuses %s and names the variable, never its value', (text, message) => {
    const shown = messageOf({ command: 'x', env: { TOKEN: text } }, options);
    expect(shown).toContain(`mcpServers.crm.env.TOKEN: `);
    expect(shown).toContain(message);
    expect(shown).not.toContain('secret-value');
  });

  it('checks headers after filling', () => {
    expect(messageOf({ url: 'https://a.example', headers: { X: '${LINE}' } }, options)).toContain('holds a line break');
  });

  it('gives a user nothing, listed or not', () => {
    const config = { url: 'https://a.example', headers: { X: '${SHOWN}' } };
    expect(messageOf(config, { ...options, author: 'user' })).toContain('variable SHOWN, which is not listed');
  });
});

describe('servers of users', () => {
  it.each([
    'http://a.example/mcp',
    'https://127.0.0.1/mcp',
    'https://localhost:8443/mcp',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://[::1]/',
    'https://[::ffff:10.0.0.1]/',
    'https://169.254.169.254/latest',
    'https://metadata.google.internal/',
    'https://10.1.2.3/',
    'https://db/',
  ])('may not be at %s', (url) => {
    expect(messageOf({ url, allowPrivate: true }, user)).toContain('mcpServers.crm.url');
  });

  it('are https on public addresses, unless the host allows more', () => {
    expect(
      parseServerConfig('crm', { url: 'https://a.example/mcp', scope: 'global', required: true }, user),
    ).toMatchObject({
      guarded: true,
      allowHttp: false,
      scope: 'user',
      author: 'user',
      required: false,
    });
    const userServers = { allowPrivate: true, allowHttp: true };
    expect(parseServerConfig('crm', { url: 'http://127.0.0.1:1/mcp' }, { ...user, userServers })).toMatchObject({
      guarded: false,
      allowHttp: true,
    });
    expect(messageOf({ url: 'http://127.0.0.1:1/', allowPrivate: false }, { ...user, userServers })).toContain('.url');
  });

  it('start no program, unless the host allows it, and then decide not what it loads', () => {
    expect(messageOf({ command: 'x' }, user)).toContain('starts a program on the host');
    const allowed: ParseOptions = { ...user, userServers: { allowStdio: true } };
    expect(messageOf({ command: 'x', env: { MODE: '1' } }, allowed)).toBe('');
    for (const name of [
      'PATH',
      'path',
      'LD_PRELOAD',
      'LD_AUDIT',
      'DYLD_INSERT_LIBRARIES',
      'NODE_OPTIONS',
      'PYTHONPATH',
    ]) {
      expect(messageOf({ command: 'x', env: { [name]: '/x' } }, allowed)).toContain('decides which code');
      expect(messageOf({ command: 'x', env: { [name]: '/x' } }, host)).toBe('');
    }
  });
});

describe('server ids', () => {
  it.each(['', '  ', ' a', 'a\n', 'a\0b', 'user:a', 'local:a', 'global:a', 'x'.repeat(301), '\ud800'])(
    'refuses %j',
    (id) => {
      expect(messageOf({ command: 'x' }, host, id)).toContain('Choose another id.');
    },
  );

  it.each(['a_service_b', 'user_5_service_x', '__proto__', '数据', 'me@home.example', 'x'.repeat(300)])(
    'takes %j',
    (id) => {
      expect(parseServerConfig(id, { command: 'x' }, host).id).toBe(id);
    },
  );
});

describe('definitionHash', () => {
  it('depends on what is said, not on how it is written', () => {
    const one = hash({ type: 'http', url: 'https://a.example', headers: { A: '1', b: '2' } });
    expect(hash({ headers: { b: '2', A: '1' }, url: 'https://a.example/', type: 'mcp' })).toBe(one);
    expect(hash({ type: 'http', url: 'https://a.example', headers: { A: '1', b: '3' } })).not.toBe(one);
    expect(hash({ command: 'x', args: ['a', 'b'] })).not.toBe(hash({ command: 'x', args: ['b', 'a'] }));
  });

  it('never crashes and never leaks on hostile input', () => {
    fc.assert(
      fc.property(fc.string(), fc.object({ maxDepth: 3 }), (id, config) => {
        expect(typeof messageOf(config, user, id)).toBe('string');
      }),
    );
  });
});
