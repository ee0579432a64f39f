import { expect, it } from 'vitest';
import { ownDomain, siteDomain } from './own-domain.ts';

it.each([
  ['https://www.acme.com/about', 'acme.com'],
  ['acme.co.uk', 'acme.co.uk'],
  ['info@acme.com', 'acme.com'],
])('%s is at a domain of its own', (address, domain) => {
  expect([siteDomain(address), ownDomain(address)]).toEqual([domain, domain]);
});

it.each([
  ['a platform', 'https://facebook.com/', 'facebook.com'],
  ['a site with pages of many', 'kununu.com', 'kununu.com'],
  ['one of its countries', 'www.google.co.uk', 'google.co.uk'],
  ['a site builder', 'wixsite.com', 'wixsite.com'],
  ['a mailbox provider', 'jane@t-online.de', 't-online.de'],
  ['a small one', 'https://www.runbox.com', 'runbox.com'],
])('the domain of %s is not believed: %s', (_what, address, domain) => {
  expect([siteDomain(address), ownDomain(address)]).toEqual([domain, null]);
});

it.each([
  'https://www.facebook.com/acme',
  'linkedin.com/company/acme',
  'acme.wixsite.com',
  'acme',
  '192.0.2.1',
  '',
])('%s has no domain', (address) => {
  expect([siteDomain(address), ownDomain(address)]).toEqual([null, null]);
});
