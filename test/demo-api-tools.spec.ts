import type { AnthropicTool, GeminiTools, OpenAiResponsesTool, OpenAiTool, ToolExplanation } from 'nestjs-tool-router';
import { startDemo, type Caller, type RunningDemo } from './fixtures/demo-api.js';

let demo: RunningDemo;
beforeAll(async () => {
  demo = await startDemo();
});
afterAll(() => demo.close());

async function namesFor(caller: Caller, query = ''): Promise<string[]> {
  const { status, body } = await caller.get<OpenAiTool[]>(`/tools${query}`);
  expect(status).toBe(200);
  return body.map((tool) => tool.function.name);
}

const OF_EVERYBODY = ['convert_units', 'search_help', 'read_file', 'orders_list', 'orders_show', 'get-sum', 'echo'];
const OF_ENGINEERS = ['write_file', 'edit', 'glob', 'grep', 'list_directory', 'read_text_file'];

describe('GET /tools', () => {
  it('shows each role what it may use, every name once', async () => {
    const [engineer, support] = [await namesFor(demo.engineer), await namesFor(demo.support)];
    expect(engineer).toEqual(expect.arrayContaining([...OF_EVERYBODY, ...OF_ENGINEERS]));
    expect(support).toEqual(expect.arrayContaining(OF_EVERYBODY));
    expect(support.filter((name) => OF_ENGINEERS.includes(name))).toEqual([]);
    expect(new Set(engineer).size).toBe(engineer.length);
  });

  it('speaks the shape of each provider about the same tools', async () => {
    const names = await namesFor(demo.support);
    const responses = await demo.support.get<OpenAiResponsesTool[]>('/tools?format=openai-responses');
    const anthropic = await demo.support.get<AnthropicTool[]>('/tools?format=anthropic');
    const gemini = await demo.support.get<GeminiTools[]>('/tools?format=gemini');
    expect(responses.body.map((tool) => tool.name)).toEqual(names);
    expect(anthropic.body.map((tool) => tool.name)).toEqual(names);
    expect(gemini.body.flatMap((entry) => entry.functionDeclarations.map((tool) => tool.name))).toEqual(names);
    const [first] = anthropic.body;
    expect(first).toMatchObject({ name: 'convert_units', input_schema: { type: 'object' } });
    expect(responses.body[0]).toMatchObject({
      type: 'function',
      name: 'convert_units',
      parameters: { type: 'object' },
    });
    expect(gemini.body[0]?.functionDeclarations[0]).toMatchObject({ parametersJsonSchema: { type: 'object' } });
  });

  it('describes the request class of a function to the model', async () => {
    const { body } = await demo.support.get<OpenAiTool[]>('/tools?functions=convert_units');
    expect(body).toHaveLength(1);
    expect(body[0]?.function.parameters).toMatchObject({
      description: 'What to convert',
      required: ['value', 'from', 'to'],
      properties: {
        value: { type: 'number' },
        from: { type: 'string', enum: ['m', 'km', 'mi', 'ft', 'kg', 'lb', 'C', 'F', 'K'] },
        digits: { type: 'integer', minimum: 0, maximum: 10, default: 2 },
      },
    });
  });

  it.each([
    ['?functions=convert_units,read_file', ['convert_units', 'read_file']],
    ['?functions=convert_units&functions=read_file', ['convert_units', 'read_file']],
    ['?functions=orders_show', ['orders_show']],
    ['?mcpServers=orders', ['orders_list', 'orders_show']],
    ['?mcpServers=local:orders&functions=convert_units', ['convert_units', 'orders_list', 'orders_show']],
    ['?functions=', []],
    ['?mcpServers=global:orders', []],
    ['?functions=nothing_of_this_name', []],
    ['?functions=write_file,convert_units&mcpServers=files', ['convert_units']],
  ])('gives the wish %s within the role', async (query, expected) => {
    expect(await namesFor(demo.support, query)).toEqual(expected);
  });

  it('refuses a shape that no provider has', async () => {
    const { status, body } = await demo.support.get<{ message: string[] }>('/tools?format=xml');
    expect(status).toBe(400);
    expect(body.message.join()).toContain('format must be one of');
  });
});

describe('GET /tools/explain', () => {
  it('says what a name runs, and why another role may not', async () => {
    const allowed = await demo.engineer.get<ToolExplanation>('/tools/explain?name=edit');
    expect(allowed.body).toMatchObject({ winner: { source: 'built-in' }, candidates: [{ verdict: 'wins' }] });
    const refused = await demo.support.get<ToolExplanation>('/tools/explain?name=edit');
    expect(refused.body.winner).toBeUndefined();
    expect(refused.body.candidates[0]).toMatchObject({ source: 'built-in', verdict: 'not-allowed' });
    const nothing = await demo.support.get<ToolExplanation>('/tools/explain?name=sing');
    expect(nothing.body).toMatchObject({ name: 'sing', candidates: [] });
  });

  it('names the built-in that stands before a tool of a server', async () => {
    const { body } = await demo.engineer.get<ToolExplanation>('/tools/explain?name=read_file');
    expect(body.winner).toEqual({ source: 'built-in', origin: 'built-in' });
    expect(body.candidates.map((each) => [each.source, each.verdict])).toEqual([
      ['built-in', 'wins'],
      ['global-mcp', 'shadowed'],
    ]);
  });

  it('needs a name', async () => {
    expect((await demo.support.get('/tools/explain')).status).toBe(400);
    expect((await demo.support.get('/tools/explain?name=')).status).toBe(400);
  });
});
