import { expect, it } from 'vitest';
import { knownDomain } from './known-domain.ts';

it.each([
  ['https://www.acme.com/about', 'acme.com'],
  ['acme.de', 'acme.de'],
  ['info@acme.com', 'acme.com'],
])('takes the domain of %s', (website, domain) => {
  expect(knownDomain(website)).toMatchObject({ domain, source: 'given', confidence: 100 });
});

it.each([
  'gmail.com',
  'https://www.gmail.com',
  'jane@gmail.com',
  'gmx.de',
  't-online.de',
  'facebook.com',
  'www.instagram.com/',
  'wixsite.com',
  'github.io',
  'acme.wixsite.com',
  'google.co.uk',
  'kununu.com',
  'linkedin.com/company/acme',
  'acme',
  '',
])('takes no domain of %s', (website) => {
  expect(knownDomain(website)).toBeNull();
});
