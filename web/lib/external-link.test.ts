import { describe, expect, it } from 'vitest';
import { safeLink, shortUrl } from './external-link.ts';

describe('external links', () => {
  it('links to http and https only', () => {
    expect(safeLink('https://x.com/acme')).toBe('https://x.com/acme');
    for (const bad of ['javascript:alert(1)', 'data:text/html,x', '//x.com', 'mailto:a@b.com', ''])
      expect(safeLink(bad)).toBeNull();
  });

  it('shortens a URL', () => {
    expect(shortUrl('https://www.acme.com/')).toBe('acme.com');
    expect(shortUrl('http://acme.com/about/')).toBe('acme.com/about');
  });
});
