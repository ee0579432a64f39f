import { expect, it } from 'vitest';
import { hashedForm } from './hashed-entry.ts';

// Examples that a service for data brokers publishes for DROP.
it.each([
  ['+14155559317', 'vGM7y5n+hBXRSEAklhHDPCbysyNgYTmXdMcagGUOY8E='],
  ['4155559317', 'vGM7y5n+hBXRSEAklhHDPCbysyNgYTmXdMcagGUOY8E='],
  ['+84901234567', 'ptzVkgbv9DonwvPCHmXmJ2SEOaolSh37z3ZzY/Gmm+U='],
])('hashes the last ten digits of %s', (value, hash) => {
  expect(hashedForm({ kind: 'phone', value })).toEqual({ kind: 'phone_sha256', value: hash });
});

it('hashes emails in lower case without white space, and with dots and tags', () => {
  const hash = (value: string) => hashedForm({ kind: 'email', value })?.value;
  expect(hash(' Jane@Acme.com ')).toBe(hash('jane@acme.com'));
  expect(hash('j.ane+x@acme.com')).not.toBe(hash('jane@acme.com'));
  expect(hash('a.lice+tag@co.com')).toHaveLength(44);
});

it('has no form of domains and profiles', () => {
  expect(hashedForm({ kind: 'domain', value: 'acme.com' })).toBeNull();
  expect(hashedForm({ kind: 'profile', value: 'jane-doe' })).toBeNull();
});
