import { describe, expect, it } from 'vitest';
import { addressFlags, isBigProvider } from './address-flags.ts';

const PLAIN = { disposable: false, role: false, free: false };
const DISPOSABLE = { ...PLAIN, disposable: true };

describe('flags', () => {
  it.each([
    ['info', 'acme.com', { ...PLAIN, role: true }],
    ['Sales+de', 'acme.com', { ...PLAIN, role: true }],
    ['sam', 'acme.com', PLAIN],
    ['sam', 'gmail.com', { ...PLAIN, free: true }],
    ['sam', 'web.de', { ...PLAIN, free: true }],
    ['sam', 'mailinator.com', DISPOSABLE],
    ['sam', 'anything.33m.co', DISPOSABLE],
    ['sam', 'facebook.com', PLAIN],
    [null, 'acme.com', PLAIN],
  ])('for %s at %s', (localPart, domain, flags) => {
    expect(addressFlags(localPart, domain)).toEqual(flags);
  });
});

it('lists large providers but no employers', () => {
  for (const domain of ['gmail.com', 'web.de', 'qq.com', 'comcast.net'])
    expect(isBigProvider(domain)).toBe(true);
  for (const domain of ['acme.com', 'facebook.com', 'bt.com', 'nus.edu.sg'])
    expect(isBigProvider(domain)).toBe(false);
});
