import { runDemo } from '../apps/demo-api/src/demo/run-demo.js';

describe('the transcript of the demonstration', () => {
  it('tells of all five sources, a refusal, a correction and a trace', async () => {
    let text = '';
    const write = vi.spyOn(process.stdout, 'write').mockImplementation((chunk) => {
      text += String(chunk);
      return true;
    });
    vi.stubEnv('DEMO_ALLOW_LOCAL_SERVERS', '1');
    try {
      await runDemo();
    } finally {
      write.mockRestore();
      vi.unstubAllEnvs();
    }
    for (const source of ['built-in', 'user-mcp', 'local-mcp', 'function', 'global-mcp']) {
      expect(text).toMatch(new RegExp(`from +${source}, \\d`));
    }
    expect(text).toMatch(/code +unknown_tool/);
    expect(text).toMatch(/code +invalid_arguments/);
    expect(text).toMatch(/trace +\{"retrieved":/);
    expect(text).toContain('Call the bicycle');
    expect(text).not.toMatch(/[ \t]\n/);
    expect(text.trimEnd().split('\n').at(-1)).toBe('All five sources answered.');
  });
});
