import { displayUrl } from './display-url.js';
import { maskSecrets } from './mask-secrets.js';

describe('maskSecrets', () => {
  it('takes secrets out in every spelling, the longest first', () => {
    const text = 'key=s3cret&k=a%20b%2Fc s3cret-long a b/c';
    expect(maskSecrets(text, ['s3cret', 's3cret-long', 'a b/c', 'k', ''])).toBe('key=***&k=*** *** ***');
  });
});

describe('displayUrl', () => {
  it.each([
    ['https://me:pw@a.example:8443/mcp/x?key=1#f', 'https://a.example:8443/mcp/x'],
    ['http://a.example', 'http://a.example/'],
    ['nonsense?key=1', '(not a URL)'],
  ])('shows %s as %s', (url, shown) => {
    expect(displayUrl(url)).toBe(shown);
  });
});
