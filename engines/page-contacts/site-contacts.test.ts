import { describe, expect, test } from 'vitest';
import { extractPage } from './extract-page.ts';
import { type SiteContacts, siteContacts } from './site-contacts.ts';

const HOME = 'https://www.acme-tools.com/';

function site(pages: Record<string, string>, url: string | null = HOME): SiteContacts {
  const read = Object.entries(pages).map(([path, html]) => extractPage(html, url && new URL(path, url).href));
  return siteContacts(read, url);
}

test('merges pages: title and description from the first, distinct values from all', () => {
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

test('returns evidence for every value: field, value, original text, source, page', () => {
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

test('returns a phone that any page labels as a fax only as a fax, with its evidence', () => {
  const merged = site({
    '/': '<p>(212) 563-1234 and (212) 563-1235</p>',
    '/contact': '<p>Fax (212) 563-1235</p>',
  });
  expect(merged).toMatchObject({ phones: ['+12125631234'], faxes: ['+12125631235'] });
  expect(merged.evidence.filter(({ value }) => value === '+12125631235')).toEqual([
    {
      field: 'fax',
      value: '+12125631235',
      written: '(212) 563-1235',
      source: 'text',
      page: `${HOME}contact`,
    },
  ]);
});

test('ranks own addresses first, then free providers, then others, and roles before people', () => {
  const merged = site({
    '/': '<p>x@agency.net, acme@gmail.com, jane@acme-tools.com, info@acme-tools.com, webmaster@acme-tools.com</p>',
  });
  expect(merged.emails[0]).toBe('info@acme-tools.com');
  expect(merged.emails.indexOf('jane@acme-tools.com')).toBeLessThan(merged.emails.indexOf('acme@gmail.com'));
  expect(merged.emails.indexOf('acme@gmail.com')).toBeLessThan(merged.emails.indexOf('x@agency.net'));
});

describe('the company email', () => {
  const company = (html: string, url: string | null = HOME): string | null =>
    site({ '/': html }, url).companyEmail;

  test.each([
    ['prefers the own domain', '<p>acmetools@gmail.com, bob@acme-tools.com</p>', 'bob@acme-tools.com'],
    ['prefers a role to a person', '<p>bob@acme-tools.com, sales@acme-tools.com</p>', 'sales@acme-tools.com'],
    ['prefers info to sales', '<p>sales@acme-tools.com, info@acme-tools.com</p>', 'info@acme-tools.com'],
    ['may be on a subdomain', '<p>info@mail.acme-tools.com</p>', 'info@mail.acme-tools.com'],
    [
      'may be at a free provider if named like the company',
      '<p>acme.tools@gmail.com, bob@gmail.com</p>',
      'acme.tools@gmail.com',
    ],
    [
      'may be at a free provider if named like the site, with ß',
      '<meta property="og:site_name" content="Strauß Werkzeug"><p>strauss@gmail.com</p>',
      'strauss@gmail.com',
    ],
    [
      'may be at a free provider if named like the site, with ł',
      '<meta property="og:site_name" content="Żółw Meble"><p>zolw@gmail.com</p>',
      'zolw@gmail.com',
    ],
    [
      'may be at a free provider if named like the site, with an umlaut as two letters',
      '<meta property="og:site_name" content="Müller Bau"><p>muellerbau@gmail.com</p>',
      'muellerbau@gmail.com',
    ],
    ['is never an unrelated address at a free provider', '<p>bob@gmail.com</p>', null],
    ["is never another company's address", '<p>info@agency.net</p>', null],
    ['may be on another domain of the same name', '<p>info@acme-tools.de</p>', 'info@acme-tools.de'],
  ])('%s', (_, html, email) => expect(company(html)).toBe(email));

  test('is missing for a page with an unknown URL, like the domain', () => {
    expect(site({ '/': '<p>info@acme-tools.com</p>' }, null)).toMatchObject({
      domain: null,
      companyEmail: null,
      emails: ['info@acme-tools.com'],
    });
  });
});

test('picks the most likely profile of a network across all pages', () => {
  const merged = site({
    '/': '<p><a href="https://twitter.com/partner">x</a></p>',
    '/contact': '<footer><a href="https://twitter.com/acmetools">x</a></footer>',
  });
  expect(merged.socials.twitter?.username).toBe('acmetools');
});

test('returns an empty result without pages', () => {
  expect(siteContacts([], 'https://acme.com/')).toMatchObject({
    domain: 'acme.com',
    emails: [],
    title: null,
    evidence: [],
  });
});

test('keeps companies at one site builder apart', () => {
  const html = '<p>help@wixsite.com, acme.tools@gmail.com, x@agency.net</p>';
  expect(site({ '/': html }, 'https://acme.wixsite.com/')).toMatchObject({
    domain: 'acme.wixsite.com',
    companyEmail: 'acme.tools@gmail.com',
  });
  expect(site({ '/': '<p>x@agency.net, info@acme.uk.com</p>' }, 'https://www.acme.uk.com/')).toMatchObject({
    domain: 'acme.uk.com',
    companyEmail: 'info@acme.uk.com',
  });
});

test('knows the addresses of an umlaut domain in both spellings', () => {
  const [home, team] = ['https://xn--mller-bau-q9a.de/', 'https://xn--mller-bau-q9a.de/team'];
  const read = [
    extractPage('<p>bau@gmail.com, info@müller-bau.de</p>', home),
    extractPage('<p>INFO@xn--mller-bau-q9a.de</p>', team),
  ];
  expect(siteContacts(read, home)).toMatchObject({
    domain: 'xn--mller-bau-q9a.de',
    emails: ['info@müller-bau.de', 'bau@gmail.com'],
    companyEmail: 'info@müller-bau.de',
  });
});
