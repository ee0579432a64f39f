import { describe, expect, test } from 'vitest';
import { extractPage } from './extract-page.ts';
import { type SiteContacts, siteContacts } from './site-contacts.ts';

const HOME = 'https://www.acme-tools.com/';

function site(pages: Record<string, string>, url: string | null = HOME): SiteContacts {
  const read = Object.entries(pages).map(([path, html]) => extractPage(html, url && new URL(path, url).href));
  return siteContacts(read, url);
}

test('pages are merged: the first gives title and description, values are distinct', () => {
  const merged = site({
    '/': '<title>Acme</title><meta name="description" content="Tools"><p>info@acme-tools.com</p>',
    '/contact':
      '<title>Contact</title><p>info@acme-tools.com, ann@acme-tools.com, (212) 563-1234</p><a href="https://x.com/acmetools">x</a>',
  });
  expect(merged).toMatchObject({
    domain: 'acme-tools.com',
    title: 'Acme',
    description: 'Tools',
    emails: ['info@acme-tools.com', 'ann@acme-tools.com'],
    phones: ['+12125631234'],
    socials: { twitter: { url: 'https://x.com/acmetools', username: 'acmetools' } },
  });
});

test('every value has its evidence: field, value, as written, source, page', () => {
  const merged = site({
    '/': '<a href="mailto:Info@acme-tools.com">x</a>',
    '/contact': '<p>Call (212) 563-1234</p>',
  });
  expect(merged.evidence).toEqual([
    {
      field: 'emails',
      value: 'info@acme-tools.com',
      written: 'Info@acme-tools.com',
      source: 'mailto',
      page: HOME,
    },
    {
      field: 'phones',
      value: '+12125631234',
      written: '(212) 563-1234',
      source: 'text',
      page: `${HOME}contact`,
    },
    {
      field: 'company_email',
      value: 'info@acme-tools.com',
      written: 'Info@acme-tools.com',
      source: 'mailto',
      page: HOME,
    },
  ]);
});

test('a number one page calls a fax is no phone', () => {
  expect(
    site({ '/': '<p>(212) 563-1234 and (212) 563-1235</p>', '/contact': '<p>Fax (212) 563-1235</p>' }).phones,
  ).toEqual(['+12125631234']);
});

test('own addresses come first, then freemail, then others; roles before people', () => {
  const merged = site({
    '/': '<p>x@agency.net, acme@gmail.com, jane@acme-tools.com, info@acme-tools.com, webmaster@acme-tools.com</p>',
  });
  expect(merged.emails[0]).toBe('info@acme-tools.com');
  expect(merged.emails.indexOf('jane@acme-tools.com')).toBeLessThan(merged.emails.indexOf('acme@gmail.com'));
  expect(merged.emails.indexOf('acme@gmail.com')).toBeLessThan(merged.emails.indexOf('x@agency.net'));
});

describe('company email', () => {
  const company = (html: string, url: string | null = HOME): string | null =>
    site({ '/': html }, url).companyEmail;

  test.each([
    ['the own domain wins', '<p>acmetools@gmail.com, bob@acme-tools.com</p>', 'bob@acme-tools.com'],
    ['a role wins over a person', '<p>bob@acme-tools.com, sales@acme-tools.com</p>', 'sales@acme-tools.com'],
    ['info wins over sales', '<p>sales@acme-tools.com, info@acme-tools.com</p>', 'info@acme-tools.com'],
    ['a subdomain is the own domain', '<p>info@mail.acme-tools.com</p>', 'info@mail.acme-tools.com'],
    ['freemail named like the company', '<p>acme.tools@gmail.com, bob@gmail.com</p>', 'acme.tools@gmail.com'],
    ['freemail of anybody is none', '<p>bob@gmail.com</p>', null],
    ['another company is none', '<p>info@agency.net</p>', null],
    ['another domain of the same name', '<p>info@acme-tools.de</p>', 'info@acme-tools.de'],
  ])('%s', (_, html, email) => expect(company(html)).toBe(email));

  test('a page whose address is unknown has none, and no domain', () => {
    expect(site({ '/': '<p>info@acme-tools.com</p>' }, null)).toMatchObject({
      domain: null,
      companyEmail: null,
      emails: ['info@acme-tools.com'],
    });
  });
});

test('of several profiles on one network the likeliest of all pages is taken', () => {
  const merged = site({
    '/': '<p><a href="https://twitter.com/partner">x</a></p>',
    '/contact': '<footer><a href="https://twitter.com/acmetools">x</a></footer>',
  });
  expect(merged.socials.twitter?.username).toBe('acmetools');
});

test('no pages give an empty answer', () => {
  expect(siteContacts([], 'https://acme.com/')).toMatchObject({
    domain: 'acme.com',
    emails: [],
    title: null,
    evidence: [],
  });
});
