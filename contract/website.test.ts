import { describe, expect, it } from 'vitest';
import { parseUrlLines, toWebUrl } from './website.ts';

describe('pasted lines', () => {
  it('are trimmed, completed and deduplicated, and invalid lines are reported', () => {
    const lines = [
      '  acme.com ',
      '',
      'https://acme.com/',
      'HTTP://Beta.org/Team?x=1#top',
      'not a url',
      '//gamma.de',
      'mailto:a@b.co',
    ];
    expect(parseUrlLines(lines)).toEqual({
      urls: ['https://acme.com/', 'http://beta.org/Team?x=1', 'https://gamma.de/'],
      duplicates: 1,
      invalid: [
        { line: 5, text: 'not a url' },
        { line: 7, text: 'mailto:a@b.co' },
      ],
    });
  });

  it.each([
    ['acme.com:8080/x', 'https://acme.com:8080/x'],
    ['127.1', 'https://127.0.0.1/'],
    ['[::1]', 'https://[::1]/'],
    ['münchen.de', 'https://xn--mnchen-3ya.de/'],
  ])('%s becomes a full URL', (written, url) => {
    expect(toWebUrl(written)).toBe(url);
  });

  it.each([
    'ftp://acme.com',
    'javascript:alert(1)',
    'intranet',
    'https://user:pw@acme.com',
    `https://a.com/${'x'.repeat(2048)}`,
    'https://',
  ])("%s isn't a web address", (written) => {
    expect(toWebUrl(written)).toBeNull();
  });
});
