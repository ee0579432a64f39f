import { describe, expect, it } from 'vitest';
import { behindRedirect, isTracker } from './redirect-links.ts';

const TARGET = 'https://acme.example.com/?a=1';
const encoded = encodeURIComponent(TARGET);

describe('a link through another site', () => {
  it.each([
    `https://www.google.com/url?q=${encoded}&sa=U`,
    `https://www.google.co.uk/url?sa=t&url=${encoded}`,
    `https://www.google.com/aclk?sa=l&adurl=${encoded}`,
    `https://l.facebook.com/l.php?u=${encoded}&h=AT0`,
    `https://lm.facebook.com/l.php?u=${encoded}`,
    `https://l.instagram.com/?u=${encoded}`,
    `https://r.clutch.co/redirect?pid=1&u=${encoded}`,
    `https://ppc.clutch.co/redirect?provider_website=${encoded}`,
    `https://www.linkedin.com/redir/redirect?url=${encoded}`,
    `https://www.youtube.com/redirect?event=x&q=${encoded}`,
    `https://l.facebook.com/l.php?u=${encodeURIComponent(`https://www.google.com/url?q=${encoded}`)}`,
  ])('leads to its target: %s', (href) => {
    expect(behindRedirect(href)).toBe(TARGET);
  });

  it.each([
    'https://www.google.com/search?q=https://acme.example.com',
    'https://www.facebook.com/acme?u=https://x.example.com',
    'https://r.clutch.co/redirect?token=abc',
    'https://www.google.com/url?q=javascript:alert(1)',
    'https://acme.example.com/url?q=https://other.example.com',
  ])('is kept if it is none, or hides its target: %s', (href) => {
    expect(behindRedirect(href)).toBe(href);
  });

  it('may name only a host', () => {
    expect(behindRedirect('https://r.clutch.co/redirect?provider_website=acme.example.com')).toBe(
      'https://acme.example.com',
    );
  });

  it('never leads in circles', () => {
    const circle = 'https://www.google.com/url?q=https%3A%2F%2Fwww.google.com%2Furl%3Fq%3D1';
    expect(() => behindRedirect(circle.repeat(50))).not.toThrow();
  });
});

describe('a tracker', () => {
  it.each([
    'https://ppc.clutch.co/redirect?token=abc',
    'https://r.clutch.co/redirect?token=abc',
    'https://googleads.g.doubleclick.net/aclk?x=1',
    'https://trk.ads.example.com/c?id=1',
  ])('is %s', (href) => expect(isTracker(href)).toBe(true));

  it.each(['https://clutch.co/', 'https://acme.example.com/', 'https://trk.com/', 'https://ppc.de/', 'x'])(
    'is not %s',
    (href) => expect(isTracker(href)).toBe(false),
  );
});
