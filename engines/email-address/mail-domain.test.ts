import { expect, it } from 'vitest';
import { readMailDomain } from './mail-domain.ts';

it.each([
  ['acme.com', 'acme.com'],
  [' ACME.COM. ', 'acme.com'],
  ['www.acme.com', 'acme.com'],
  ['WWW.acme.co.uk', 'acme.co.uk'],
  ['www.com', 'www.com'],
  ['https://www.acme.com/about?a=b#c', 'acme.com'],
  ['http://acme.com:8080', 'acme.com'],
  ['https://user:secret@acme.com/x@y', 'acme.com'],
  ['info@acme.com', 'acme.com'],
  ['@acme.com', 'acme.com'],
  ['mailto:info@acme.com', 'acme.com'],
  ['mail.acme.com', 'mail.acme.com'],
  ['https://münchen.de/', 'xn--mnchen-3ya.de'],
])('reads the domain in %s', (written, ascii) => {
  expect(readMailDomain(written)).toEqual({ ok: true, ascii, ip: null });
});

it.each([
  ['', 'domain-empty'],
  ['https://', 'domain-empty'],
  ['Acme', 'domain-no-dot'],
  ['Acme Inc.', 'domain-space'],
  ['acme_tools.com', 'domain-character'],
  ['192.0.2.1', 'ending-numeric'],
  ['[192.0.2.1]', 'domain-character'],
  ['a'.repeat(10_000_000), 'domain-too-long'],
])('rejects %.20s', (written, fault) => {
  expect(readMailDomain(written)).toEqual({ ok: false, fault });
});
