import type { ToolResult } from 'nestjs-tool-router';
import { startDemo, type RunningDemo } from './fixtures/demo-api.js';
import type { TestMcpServer } from 'nestjs-tool-router/testing';
import { serveMcp, stopServers } from './fixtures/mcp-server.js';

let demo: RunningDemo;
let notes: TestMcpServer;
beforeAll(async () => {
  demo = await startDemo({ DEMO_ALLOW_LOCAL_SERVERS: '1' }, []);
  notes = await serveMcp([
    { name: 'read_notes', answer: () => 'Water the plants.' },
    {
      name: 'add_note',
      inputSchema: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
      answer: ({ text }) => `noted: ${String(text)}`,
    },
  ]);
  const { status } = await demo.engineer.send('PUT', '/me/mcp-servers/notes', { url: notes.url });
  expect(status).toBe(200);
});
afterAll(async () => {
  await demo.close();
  await stopServers();
});

const write = (size: number) => ({ name: 'write_file', arguments: { path: 'big.txt', content: 'x'.repeat(size) } });

describe('POST /tools/call', () => {
  it('runs a built-in in a workspace that only this user has', async () => {
    const wrote = await demo.engineer.call({
      id: 'c1',
      name: 'write_file',
      arguments: '{"path":"plans/week.md","content":"# Week\\n- paint the fence\\n"}',
    });
    expect(wrote).toMatchObject({ callId: 'c1', name: 'write_file', source: 'built-in', isError: false });
    const found = await demo.engineer.call({ name: 'grep', arguments: { pattern: 'fence' } });
    expect(JSON.parse(found.output)).toMatchObject({ matches: [{ file: 'plans/week.md', line: 2 }] });
    const outside = await demo.engineer.call({ name: 'read_file', arguments: { path: '../../etc/hostname' } });
    expect(outside).toMatchObject({ isError: true, errorCode: 'tool_error', errorKind: 'outside' });
  });

  it("runs a tool of the user's own remote server", async () => {
    const result = await demo.engineer.call({ name: 'user_ana_tool_add_note', arguments: { text: 'call Bo' } });
    expect(result).toMatchObject({ source: 'user-mcp', isError: false, output: 'noted: call Bo' });
    expect(notes.calls.at(-1)).toEqual({ name: 'add_note', args: { text: 'call Bo' } });
  });

  it('hands arguments on as the model sent them, whatever their keys are', async () => {
    const args = { text: 'x', constructor: { name: 'c' }, toString: [null, 0, ''], when: '2027-01-01' };
    await demo.engineer.call({ name: 'user_ana_tool_add_note', arguments: JSON.stringify(args) });
    expect(notes.calls.at(-1)?.args).toEqual(args);
    const plain = { text: 'y', list: [{ a: null }, 1], deep: { at: '2027-01-01', flag: false } };
    await demo.engineer.call({ name: 'user_ana_tool_add_note', arguments: plain });
    expect(notes.calls.at(-1)?.args).toEqual(plain);
    const polluting = '{"name":"convert_units","arguments":{"__proto__":{"value":1,"from":"m","to":"m"}}}';
    const { status, body } = await demo.engineer.send<ToolResult>('POST', '/tools/call', polluting);
    expect(status).toBe(200);
    expect(body.errorCode).toBe('invalid_arguments');
    expect(({} as Record<string, unknown>)['from']).toBeUndefined();
  });

  it('runs a method of a local service for the user of the request', async () => {
    const mine = await demo.engineer.call({ name: 'orders_list', arguments: '{"status":"open"}' });
    expect(mine).toMatchObject({ source: 'local-mcp', isError: false });
    expect(JSON.parse(mine.output)).toEqual([
      { id: 'A-1002', status: 'open', placedOn: '2026-11-11', totalCents: 6790 },
    ]);
    const foreign = await demo.support.call({ name: 'orders_show', arguments: { id: 'A-1002' } });
    expect(foreign).toMatchObject({ errorCode: 'tool_error', errorKind: 'not_found' });
    expect(foreign.output).toContain('There is no order A-1002');
    const limited = await demo.support.call({ name: 'orders_list', arguments: { limit: '1' } });
    expect(JSON.parse(limited.output)).toEqual([expect.objectContaining({ id: 'B-2002' })]);
  });

  it('runs a function with its validated request', async () => {
    const result = await demo.support.call({ name: 'convert_units', arguments: '{"value":100,"from":"C","to":"F"}' });
    expect(result).toMatchObject({ source: 'function', output: '{"value":212,"unit":"F"}', isError: false });
    const mixed = await demo.support.call({ name: 'convert_units', arguments: { value: 1, from: 'kg', to: 'm' } });
    expect(mixed).toMatchObject({ errorCode: 'tool_error' });
    expect(mixed.output).toContain('different quantities');
    const wrong = await demo.support.call({ name: 'convert_units', arguments: '{"value":"far","from":"C","to":"X"}' });
    expect(wrong.errorCode).toBe('invalid_arguments');
    expect(wrong.output).toMatch(/value.*number[\s\S]*to.*one of/);
  });

  it('runs tools of the servers that everybody has', async () => {
    const sum = await demo.support.call({ name: 'get-sum', arguments: '{"a":2,"b":40}' });
    expect(sum).toMatchObject({ source: 'global-mcp', isError: false });
    expect(sum.output).toContain('42');
    const listed = await demo.engineer.call({ name: 'list_allowed_directories' });
    const folder = listed.output.split('\n').at(-1) ?? '';
    const text = await demo.engineer.call({ name: 'read_text_file', arguments: { path: `${folder}/welcome.txt` } });
    expect(text.output).toContain('Welcome to the shared folder');
    expect((await demo.support.call({ name: 'read_text_file', arguments: {} })).isError).toBe(true);
  });

  it('shows the host what a retrieval found, and the model only the texts', async () => {
    const result = await demo.support.call({
      name: 'search_help',
      arguments: { question: 'How long is the warranty of a bicycle part?', top: 1 },
    });
    expect(result.trace).toMatchObject({ cited: ['warranty'] });
    expect(result.output).toContain('two years');
    expect(result.output).not.toContain('score');
  });

  it('runs nothing outside the wish of the caller, though the role allows it', async () => {
    const call = { name: 'convert_units', arguments: { value: 1, from: 'm', to: 'km' } };
    expect((await demo.support.call({ ...call, selection: { functions: ['search_help'] } })).errorCode).toBe(
      'not_allowed',
    );
    expect((await demo.support.call({ ...call, selection: { functions: ['convert_units'] } })).isError).toBe(false);
    const wide = await demo.support.call({ name: 'write_file', selection: { functions: ['write_file'] } });
    expect(wide.errorCode).toBe('not_allowed');
  });

  it.each([
    ['a body that is no JSON', '{"name":'],
    ['a body without a name', { arguments: {} }],
    ['a name that is no text', { name: 7 }],
    ['a call id that is no text', { id: 7, name: 'convert_units' }],
    ['a wish that is no object', { name: 'convert_units', selection: 'all' }],
    ['a wish with other things than names', { name: 'convert_units', selection: { functions: [1] } }],
  ])('refuses %s with 400', async (_, body) => {
    expect((await demo.support.send('POST', '/tools/call', body)).status).toBe(400);
  });

  it.each([[[]], [12], ['[1]'], ['{"value":1']])('answers arguments like %j as the model needs it', async (args) => {
    const { status, body } = await demo.support.send<ToolResult>('POST', '/tools/call', {
      name: 'convert_units',
      arguments: args,
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({ isError: true, errorCode: 'invalid_arguments' });
  });

  it('takes a file that is larger than an ordinary request, and refuses one without measure', async () => {
    expect((await demo.engineer.call(write(1_000_000))).isError).toBe(false);
    expect((await demo.engineer.send('POST', '/tools/call', write(3_000_000))).status).toBe(413);
  });
});

describe("another user's tool", () => {
  const hostile = [
    'user_ana_tool_read_notes',
    'read_notes',
    'user_ana_tool_notes_read_notes',
    'user_ben_tool_read_notes',
  ];

  it.each(hostile)('is unknown to %s, alone and among others', async (name) => {
    const before = notes.requests.length;
    const unknown = await demo.support.call({ name: 'no_such_tool' });
    const alone = await demo.support.call({ name, arguments: '{}' });
    const { body: among } = await demo.support.send<ToolResult[]>('POST', '/tools/call-all', {
      calls: [{ name }, { name: 'convert_units', arguments: '{"value":1,"from":"km","to":"m"}' }],
      selection: { functions: [name, 'convert_units'], mcpServers: ['notes', 'user:notes', 'user:ana:notes'] },
    });
    for (const result of [alone, among[0]]) {
      expect(result).toMatchObject({ isError: true, errorCode: 'unknown_tool' });
      expect(result?.output).toBe(unknown.output.replace('no_such_tool', name));
      expect(JSON.stringify(result)).not.toContain('plants');
    }
    expect(among[1]).toMatchObject({ isError: false, output: '{"value":1000,"unit":"m"}' });
    expect(notes.requests.length).toBe(before);
  });

  it('is not listed, and not explained', async () => {
    const { body } = await demo.support.get('/tools');
    expect(JSON.stringify(body)).not.toContain('notes');
    const explained = await demo.support.get<{ candidates: unknown[] }>('/tools/explain?name=user_ana_tool_read_notes');
    expect(explained.body.candidates).toEqual([]);
  });
});

describe('POST /tools/call-all', () => {
  it('answers in the order of the calls, failures among successes', async () => {
    const { status, body } = await demo.engineer.send<ToolResult[]>('POST', '/tools/call-all', {
      calls: [
        { id: 'a', name: 'get-sum', arguments: '{"a":1,"b":1}' },
        { id: 'b', name: 'no_such_tool' },
        { id: 'c', name: 'user_ana_tool_read_notes' },
        { id: 'd', name: 'convert_units', arguments: '{"value":1}' },
        { id: 'e', name: 'orders_show', arguments: { id: 'Z-1' } },
        { id: 'f', name: 'convert_units', arguments: { value: 3, from: 'ft', to: 'm', digits: 4 } },
      ],
    });
    expect(status).toBe(200);
    expect(body.map(({ callId, errorCode }) => [callId, errorCode])).toEqual([
      ['a', undefined],
      ['b', 'unknown_tool'],
      ['c', undefined],
      ['d', 'invalid_arguments'],
      ['e', 'tool_error'],
      ['f', undefined],
    ]);
    expect(body[2]?.output).toBe('Water the plants.');
    expect(body[5]?.output).toBe('{"value":0.9144,"unit":"m"}');
  });

  it('answers an empty turn with nothing', async () => {
    expect(await demo.support.send('POST', '/tools/call-all', { calls: [] })).toEqual({ status: 200, body: [] });
  });

  it.each([
    ['no calls', {}],
    ['one call instead of a list', { calls: { name: 'x' } }],
    ['a call without a name', { calls: [{ name: 'x' }, { arguments: {} }] }],
    ['more calls than a turn has', { calls: Array.from({ length: 129 }, () => ({ name: 'x' })) }],
  ])('refuses %s with 400', async (_, body) => {
    expect((await demo.support.send('POST', '/tools/call-all', body)).status).toBe(400);
  });
});
