import { digestOf, SeenFiles, SessionsSeen } from './seen-files.js';

describe('SeenFiles', () => {
  it('keeps the content that was seen last, of the files that were seen last', () => {
    const seen = new SeenFiles();
    seen.remember('/first', Buffer.from('a'));
    for (let at = 0; at < 499; at++) seen.remember(`/${at}`, Buffer.from('b'));
    seen.remember('/first', Buffer.from('c'));
    seen.remember('/one-too-many', Buffer.from('d'));
    expect(seen.digestOf('/first')).toBe(digestOf(Buffer.from('c')));
    expect(seen.digestOf('/0')).toBeUndefined();
    expect(seen.digestOf('/1')).toBe(digestOf(Buffer.from('b')));
    seen.forget('/1');
    expect(seen.digestOf('/1')).toBeUndefined();
  });
});

describe('SessionsSeen', () => {
  it('keeps users and sessions apart', () => {
    const sessions = new SessionsSeen();
    sessions.of('ann', 's')?.remember('/f', Buffer.from('x'));
    expect(sessions.of('ann', 's')?.digestOf('/f')).toBe(digestOf(Buffer.from('x')));
    for (const [user, session] of [
      ['bob', 's'],
      ['ann', 't'],
      [undefined, 's'],
      ['ann","s', ''],
      ['null', 's'],
    ]) {
      expect(sessions.of(user, session)?.digestOf('/f')).toBeUndefined();
    }
  });

  it('knows nothing outside of a session', () => {
    for (const session of [undefined, '', ' ']) expect(new SessionsSeen().of('ann', session)).toBeUndefined();
  });

  it('forgets the session that was quiet for longest', () => {
    const sessions = new SessionsSeen();
    for (let at = 0; at <= 200; at++) sessions.of('ann', `s${at}`)?.remember('/f', Buffer.from('x'));
    expect(sessions.of('ann', 's0')?.digestOf('/f')).toBeUndefined();
    expect(sessions.of('ann', 's200')?.digestOf('/f')).toBeDefined();
  });
});
