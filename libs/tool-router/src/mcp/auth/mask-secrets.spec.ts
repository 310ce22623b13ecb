import { maskSecrets } from './mask-secrets.js';

describe('maskSecrets', () => {
  it('takes secrets out in every spelling, the longest first', () => {
    const text = 'key=s3cret&k=a%20b%2Fc s3cret-long a b/c';
    expect(maskSecrets(text, ['s3cret', 's3cret-long', 'a b/c', 'k', ''])).toBe('key=***&k=*** *** ***');
  });
});
