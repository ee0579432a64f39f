import { describe, expect, it } from 'vitest';
import { outsideLink, shortUrl } from './outside-link.ts';

describe('outside link', () => {
  it('lets only http and https lead out', () => {
    expect(outsideLink('https://x.com/acme')).toBe('https://x.com/acme');
    for (const bad of ['javascript:alert(1)', 'data:text/html,x', '//x.com', 'mailto:a@b.com', ''])
      expect(outsideLink(bad)).toBeNull();
  });

  it('shortens an address to what tells it apart', () => {
    expect(shortUrl('https://www.acme.com/')).toBe('acme.com');
    expect(shortUrl('http://acme.com/about/')).toBe('acme.com/about');
  });
});
