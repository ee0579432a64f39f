import { describe, expect, it } from 'vitest';
import { siteKey } from './site.ts';

describe('the site of a URL', () => {
  it('returns the registrable domain, or the host', () => {
    expect(siteKey(new URL('https://www.shop.acme.co.uk/x'))).toBe('acme.co.uk');
    expect(siteKey(new URL('http://127.0.0.1:80/'))).toBe('127.0.0.1');
    expect(siteKey(new URL('http://[2001:db8::1]/'))).toBe('[2001:db8::1]');
  });

  it('counts the sites of a shared host separately', () => {
    expect(siteKey(new URL('https://www.acme.github.io/x'))).toBe('acme.github.io');
    expect(siteKey(new URL('https://github.io/'))).toBe('github.io');
    expect(siteKey(new URL('https://a.b.acme.com/'))).toBe('acme.com');
  });
});
