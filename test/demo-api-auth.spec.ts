import { startDemo, type RunningDemo } from './fixtures/demo-api.js';

let demo: RunningDemo;
beforeAll(async () => {
  demo = await startDemo();
});
afterAll(() => demo.close());

const PROTECTED: readonly [method: string, path: string, body?: object][] = [
  ['GET', '/tools'],
  ['GET', '/tools/explain?name=orders_list'],
  ['POST', '/tools/call', { name: 'orders_list' }],
  ['POST', '/tools/call-all', { calls: [] }],
  ['GET', '/me/mcp-servers'],
  ['GET', '/me/mcp-servers/notes'],
  ['PUT', '/me/mcp-servers/notes', { url: 'https://mcp.example.com/mcp' }],
  ['DELETE', '/me/mcp-servers/notes'],
];

describe('the demo API', () => {
  it.each(PROTECTED)('%s %s needs the token of a user', async (method, path, body) => {
    for (const stranger of [demo.as(undefined), demo.as('guessed'), demo.as('')]) {
      const answer = await stranger.send<{ message: string }>(method, path, body);
      expect(answer.status).toBe(401);
      expect(answer.body.message).toContain('Authorization: Bearer');
    }
  });

  it('takes no other scheme, and no token in the query', async () => {
    const headers = { authorization: `Basic ${Buffer.from('ana:').toString('base64')}` };
    expect((await fetch(`${demo.url}/tools`, { headers })).status).toBe(401);
    expect((await fetch(`${demo.url}/tools?access_token=x`)).status).toBe(401);
  });

  it('knows each user by the own token', async () => {
    const notes = { name: 'write_file', arguments: { path: 'mine.txt', content: 'of ana' } };
    expect((await demo.engineer.call(notes)).isError).toBe(false);
    const read = { name: 'read_file', arguments: { path: 'mine.txt' } };
    expect((await demo.engineer.call(read)).output).toContain('of ana');
    const other = await demo.support.call(read);
    expect(other).toMatchObject({ isError: true, errorCode: 'tool_error', errorKind: 'not_found' });
  });

  it('answers health and documentation without a token', async () => {
    expect((await demo.as(undefined).get('/health')).status).toBe(200);
    expect((await demo.as(undefined).get('/docs-json')).status).toBe(200);
  });
});
