import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { bubblewrapSandbox } from 'nestjs-tool-router';

type Example = () => Promise<{ main(): Promise<void> }>;

/** What an example prints, a text per call of `console.log`. */
async function printed(load: Example): Promise<string[]> {
  const lines: string[] = [];
  const log = vi.spyOn(console, 'log').mockImplementation((...parts: unknown[]) => {
    lines.push(parts.map((part) => (typeof part === 'string' ? part : JSON.stringify(part))).join(' '));
  });
  try {
    await (await load()).main();
  } finally {
    log.mockRestore();
  }
  return lines;
}

const parsed = (text: string | undefined): unknown => JSON.parse(text ?? '');

const byName = (a: string, b: string) => a.localeCompare(b);
const basket = (number: number) => `{"basket":${number},"shop":"Main Street","user":"ann","audit":"asked by ann"}`;

const canSandbox = (() => {
  try {
    const [program] = bubblewrapSandbox().command;
    execFileSync(program, ['--unshare-all', '--ro-bind', '/', '/', '--proc', '/proc', '--dev', '/dev', 'true']);
    return true;
  } catch {
    return false;
  }
})();

/** Every example of the documentation, and what it must print. */
const EXAMPLES: Readonly<Record<string, readonly [load: Example, check: (lines: string[]) => void]>> = {
  'first-tool': [
    () => import('../examples/first-tool.js'),
    (lines) => {
      expect(parsed(lines[0])).toMatchObject([{ type: 'function', function: { name: 'get_forecast' } }]);
      expect(lines[1]).toBe('{"city":"Oslo","days":["sunny","sunny"]}');
      expect(lines[2]).toMatch(/^invalid_arguments Invalid arguments, nothing was run: days: /);
    },
  ],
  'testing-remote-tools': [
    () => import('../examples/testing-remote-tools.js'),
    (lines) => {
      expect(lines[0]).toBe('created "No light"');
      expect(parsed(lines[1])).toEqual([{ name: 'create_ticket', args: { title: 'No light' } }]);
    },
  ],
  'function-request': [
    () => import('../examples/function-request.js'),
    (lines) => {
      expect(parsed(lines[0])).toMatchObject({
        required: ['room', 'begin', 'guests'],
        properties: {
          room: { enum: ['garden', 'salon'] },
          begin: { format: 'date-time' },
          guests: { maxItems: 20, items: { required: ['name'], properties: { email: { format: 'email' } } } },
          hours: { type: 'integer', default: 2 },
          wishes: { items: { type: 'string' } },
        },
      });
      expect(lines[1]).toBe('{"room":"garden","end":"2027-05-01T20:00:00.000Z","guests":["Ada"]}');
      for (const path of ['room', 'begin', 'guests[0].email']) expect(lines[2]).toContain(`${path}: `);
    },
  ],
  'request-without-metadata': [
    () => import('../examples/request-without-metadata.js'),
    (lines) => expect(lines).toEqual(['Hello Ada']),
  ],
  'local-mcp-service': [
    () => import('../examples/local-mcp-service.js'),
    (lines) =>
      expect(lines).toEqual([
        '["warehouse_count","warehouse_reserve","warehouse_find"]',
        '{"sku":"lamp","unit":"piece","count":12}',
        '{"sku":"bell","unit":"box","count":4}',
        '{"for":"ann","pieces":2}',
        '["bell"]',
        expect.stringMatching(/^Invalid arguments, nothing was run: pattern: /),
      ]),
  ],
  'scoped-tools': [
    () => import('../examples/scoped-tools.js'),
    (lines) => {
      expect(lines).toEqual([basket(1), basket(2), '"2027-01-01"']);
    },
  ],
  'lazy-module': [
    () => import('../examples/lazy-module.js'),
    (lines) => expect(lines).toEqual(['0', '1', '{"pages":12}']),
  ],
  'throwing-tools': [
    () => import('../examples/throwing-tools.js'),
    (lines) => {
      expect(lines.slice(0, 2)).toEqual([
        'tool_error - There is no ticket 404: list the tickets first.',
        'tool_error already_closed Ticket 7 is closed already: nothing was changed.',
      ]);
      expect(lines[2]).toMatch(/^tool_error - The tool close_ticket failed/);
      expect(lines[2]).not.toMatch(/hunter2|10\.0\.0\.5/);
      expect(lines[3]).toMatch(/^invalid_arguments false .*ticket: must be an integer/);
    },
  ],
  traces: [
    () => import('../examples/traces.js'),
    (lines) => {
      const [answer, trace] = lines[0]?.split(' | ') ?? [];
      expect(answer).toBe('"Press the button twice. [guide]"');
      expect(parsed(trace)).toMatchObject([
        { step: 'search', words: 'reset' },
        { step: 'cite', id: 'guide' },
      ]);
      expect(lines.slice(1)).toEqual([
        '"The plan has 1 step." | {"plan":["read maps"]}',
        '"The plan has 1 step." | {"plan":["read mail"]}',
      ]);
    },
  ],
  observers: [
    () => import('../examples/observers.js'),
    (lines) =>
      expect(lines).toEqual([
        'ann starts roll_dice (function)',
        expect.stringMatching(/^roll_dice: tool_error, .*the die is on the floor/),
      ]),
  ],
  'request-context': [
    () => import('../examples/request-context.js'),
    (lines) => expect(lines).toEqual(['401', '{"userId":"ann"}']),
  ],
  'queue-worker': [
    () => import('../examples/queue-worker.js'),
    (lines) =>
      expect(lines).toEqual([JSON.stringify(['{"sentTo":"ann"}', '{"sentTo":"bo"}']), 'not_allowed', '"gone"']),
  ],
  allowlists: [
    () => import('../examples/allowlists.js'),
    (lines) => {
      expect(lines.slice(0, 6)).toEqual([
        'translate',
        'mail_read',
        'mail_read mail_send',
        'nothing',
        'nothing',
        'not_allowed unknown_tool',
      ]);
      expect(lines[6]).toContain('"write_file" runs nothing');
    },
  ],
  'provider-shapes': [
    () => import('../examples/provider-shapes.js'),
    (lines) => {
      const [openai, responses, anthropic, gemini] = lines.slice(0, 4).map(parsed);
      const closed = { additionalProperties: false, required: ['parcel', 'events'] };
      expect(openai).toMatchObject({ function: { name: 'track_parcel', strict: true, parameters: closed } });
      expect(responses).toMatchObject({ type: 'function', strict: true, parameters: closed });
      expect(anthropic).toMatchObject({ input_schema: { required: ['parcel'] } });
      expect(gemini).toMatchObject({ functionDeclarations: [{ name: 'track_parcel' }] });
      expect(lines[4]).toBe('true');
      expect(parsed(lines[5])).toMatchObject([
        { name: 'track_parcel', weakened: [expect.stringContaining('properties.parcel.pattern')] },
      ]);
      expect(lines[6]).toBe('{"parcel":"123456","events":null}');
    },
  ],
  'chat-loop': [
    () => import('../examples/chat-loop.js'),
    (lines) => expect(lines).toEqual(['Pack light: {"city":"Oslo","celsius":4}, {"city":"Rome","celsius":19}.']),
  ],
  deadlines: [
    () => import('../examples/deadlines.js'),
    (lines) => {
      expect(lines[0]).toMatch(/^timeout .*did not end within 40 ms/);
      expect(lines[1]).toBe('cancelled [1,2,3]');
    },
  ],
  'global-servers': [
    () => import('../examples/global-servers.js'),
    (lines) => {
      expect(lines[0]).toBe('true true');
      expect(lines[1]).toContain('5');
      expect(lines[2]).toBe('true true false');
      expect(lines.slice(3).toSorted(byName)).toEqual([
        'everything connected',
        expect.stringMatching(/^offline (backoff|connecting)$/),
        'second connected',
      ]);
    },
  ],
  'user-servers': [
    () => import('../examples/user-servers.js'),
    (lines) =>
      expect(lines).toEqual([
        '["user_ann_tool_read_notes"] 0',
        'buy milk',
        'unknown_tool',
        'buy milk',
        expect.stringContaining('is neither https nor http'),
      ]),
  ],
  'user-templates': [
    () => import('../examples/user-templates.js'),
    (lines) => expect(lines).toEqual(['ann fix the fence', 'bo unknown_tool']),
  ],
  'server-events': [
    () => import('../examples/server-events.js'),
    (lines) => expect(lines).toEqual(['["pay"]', 'pay true []', '["pay"]', 'bank connected 1']),
  ],
  'coding-tools': [
    () => import('../examples/coding-tools.js'),
    (lines) => {
      expect(parsed(lines[0])).toMatchObject({ path: 'src/app.ts', created: true, bytesWritten: 24 });
      expect(lines[1]).toBe('not_allowed');
      expect(parsed(lines[2])).toMatchObject({ matches: [{ file: 'src/app.ts', line: 1 }] });
      expect(lines[3]).toMatch(/^tool_error outside \{"ok":false/);
    },
  ],
  'sandboxed-bash': [
    () => import('../examples/sandboxed-bash.js'),
    (lines) => {
      if (!canSandbox) {
        // Nothing ran outside of a sandbox instead.
        for (const line of lines) expect(parsed(line)).not.toMatchObject({ exitCode: 0 });
        return;
      }
      expect(parsed(lines[0])).toMatchObject({ exitCode: 0, stdout: 'inside\n' });
      expect(parsed(lines[1])).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('Read-only') });
      expect(parsed(lines[2])).toMatchObject({ stdout: expect.stringMatching(/^\s*lo\n$/) });
    },
  ],
  'testing-tools': [
    () => import('../examples/testing-tools.js'),
    (lines) =>
      expect(lines).toEqual([
        '{"receipt":"r-250"}',
        'invalid_arguments',
        JSON.stringify(['charge ann ok', 'charge ann invalid_arguments']),
        '{"receipt":"pretended"}',
        'invalid_arguments',
      ]),
  ],
};

describe('the examples of the documentation', () => {
  it.each(Object.entries(EXAMPLES))('%s prints what it says', async (_, [load, check]) => {
    check(await printed(load));
  });

  it('are all here', () => {
    const files = readdirSync(join(__dirname, '../examples'))
      .filter((name) => name.endsWith('.ts'))
      .map((name) => name.slice(0, -'.ts'.length));
    expect(Object.keys(EXAMPLES).toSorted(byName)).toEqual(files.toSorted(byName));
  });
});
