import { parseCommand } from './command.js';

describe('parseCommand', () => {
  it('reads the three commands and their options', () => {
    expect(parseCommand(['list', '--format', 'gemini'])).toEqual({
      action: 'list',
      config: 'tool-router.config.json',
      format: 'gemini',
    });
    expect(parseCommand(['call', 'grep', '{"pattern":"x"}', '--config', 'c.json'])).toEqual({
      action: 'call',
      config: 'c.json',
      name: 'grep',
      args: '{"pattern":"x"}',
    });
    expect(parseCommand(['call', 'now'])).toMatchObject({ args: '{}' });
    expect(parseCommand(['explain', 'grep'])).toMatchObject({ action: 'explain', name: 'grep' });
  });

  it.each([
    [[]],
    [['call']],
    [['explain']],
    [['sing']],
    [['list', '--loud']],
    [['list', 'grep']],
    [['list', '--format', 'xml']],
  ])('knows no command %j', (words) => {
    expect(parseCommand(words)).toBeUndefined();
  });
});
