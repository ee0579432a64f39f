import { expect, test } from 'vitest';
import { extractPage } from './extract-page.ts';
import { pageOrganization } from './organization/page-organization.ts';
import type { OrganizationField, PageContacts } from './page-contacts.ts';
import { siteOrganization } from './site-organization.ts';

type Details = Partial<Record<OrganizationField, string>>;

/** A page of acme.com that shows some details in its text. */
function page(path: string, details: Details): PageContacts {
  const empty = extractPage('', `https://acme.com${path}`);
  const organization = Object.entries(details).map(([field, value]) => ({
    field: field as OrganizationField,
    value,
    written: value,
    source: 'text' as const,
  }));
  return { ...empty, organization };
}

function valuesOf(...pages: PageContacts[]): Details {
  return Object.fromEntries(siteOrganization(pages).map(({ field, value }) => [field, value]));
}

const OWN = { street: '12 Mill Road', postal_code: '62701', city: 'Springfield', country: 'US' };
const CUSTOMER = { street: '900 Lake Avenue', postal_code: '60601', city: 'Chicago', country: 'US' };

test('the address of the contact page counts more than one of the home page, which can be a customer’s', () => {
  expect(valuesOf(page('/', CUSTOMER), page('/contact', OWN))).toEqual(OWN);
  expect(valuesOf(page('/', CUSTOMER), page('/impressum', OWN))).toEqual(OWN);
});

test('an address that several pages show counts more than one of a single page', () => {
  const pages = [page('/', OWN), page('/about', OWN), page('/terms', OWN), page('/contact', CUSTOMER)];
  expect(valuesOf(...pages)).toEqual(OWN);
  expect(valuesOf(...pages.toReversed())).toEqual(OWN);
});

test('pages about the law count less than the contact page, because they name authorities', () => {
  expect(valuesOf(page('/privacy', CUSTOMER), page('/contact', OWN))).toEqual(OWN);
  expect(valuesOf(page('/legal/privacy', CUSTOMER), page('/contact', OWN))).toEqual(OWN);
});

test('the fullest form of an address is taken, whole from one page', () => {
  const short = { city: 'Springfield', country: 'US', postal_code: '62701' };
  expect(valuesOf(page('/', short), page('/contact', OWN))).toEqual(OWN);
  const nine = { ...OWN, street: '12 Mill Rd', postal_code: '62701-4410', region: 'IL' };
  expect(valuesOf(page('/', OWN), page('/contact', nine), page('/legal', OWN))).toEqual(nine);
});

test('two addresses of one city are two places', () => {
  const other = { ...OWN, street: '7 Oak Street', postal_code: '62702' };
  expect(valuesOf(page('/', other), page('/about', OWN), page('/contact', OWN))).toEqual(OWN);
});

test('without a city, there is no address', () => {
  expect(
    valuesOf(page('/', { country: 'DE', street: 'Berlin' }), page('/contact', { region: 'Bayern' })),
  ).toEqual({});
});

test('a name with its legal form is the whole name, and that of a customer isn’t the site’s', () => {
  const name = (value: string): Details => ({ organization_name: value });
  expect(valuesOf(page('/', name('Acme')), page('/legal', name('Acme Solutions GmbH')))).toEqual(
    name('Acme Solutions GmbH'),
  );
  expect(valuesOf(page('/', name('Beta Foods Inc.')), page('/contact', name('Acme')))).toEqual(name('Acme'));
});

test('a page about returns or the way has less to say than the terms with the legal name', () => {
  const terms = { organization_name: 'Acme Goods LLC', ...OWN };
  const pages = [page('/', { organization_name: 'Acme' }), page('/company', CUSTOMER), page('/terms', terms)];
  expect(valuesOf(...pages)).toEqual({ organization_name: 'Acme Goods LLC', ...OWN });
});

test('a franchisor is not the company of the site, and words around a name are left out', () => {
  const name = (value: string): Details => ({ organization_name: value });
  const pages = [
    page('/', name('Acme Care')),
    page('/about', name('Acme Care Franchising, Inc')),
    page('/privacy', name('Acme Care Franchising, Inc')),
  ];
  expect(valuesOf(...pages)).toEqual(name('Acme Care'));
  const ofUnit = [page('/', name('Acme Franchising S.A.')), page('/privacy', name('Acme Franchising S.A.'))];
  expect(valuesOf(...ofUnit, page('/unidade', name('Acme Caxias')))).toEqual(name('Acme Caxias'));
  expect(valuesOf(...ofUnit)).toEqual(name('Acme Franchising S.A.'));
  const notice = page('/terms', name('Legal notices must be sent to Acme Labs, Inc.'));
  expect(valuesOf(page('/', name('Acme')), notice, page('/privacy', name('Acme Labs, Inc.')))).toEqual(
    name('Acme Labs, Inc.'),
  );
});

test('register numbers are those of the imprint, however they are written', () => {
  const numbers = { registration_number: 'HRB 12345', vat_number: 'DE136695976' };
  const others = { registration_number: 'HRB 999', vat_number: 'DE 129273398' };
  expect(valuesOf(page('/', others), page('/impressum', numbers))).toEqual(numbers);
  expect(valuesOf(page('/', others), page('/agb', numbers), page('/about', numbers))).toEqual(numbers);
});

test('each detail says which page shows it', () => {
  const found = siteOrganization([
    page('/', { organization_name: 'Acme', ...CUSTOMER }),
    page('/contact', OWN),
  ]);
  expect(found.map(({ field, page: url }) => [field, url])).toEqual([
    ['organization_name', 'https://acme.com/'],
    ['street', 'https://acme.com/contact'],
    ['postal_code', 'https://acme.com/contact'],
    ['city', 'https://acme.com/contact'],
    ['country', 'https://acme.com/contact'],
  ]);
});

test('a site that shows a dealer on its home page has the address of its imprint', () => {
  const read = (path: string, html: string): PageContacts =>
    extractPage(html, `https://nordlicht-optik.de${path}`, { organization: pageOrganization });
  const home = read('/', '<h1>Neu bei uns</h1><p>Brillenhaus Weber<br>Hauptstraße 4<br>80331 München</p>');
  const imprint = read(
    '/impressum',
    '<h1>Impressum</h1><p>Nordlicht Optik GmbH<br>Am Hafen 7<br>24103 Kiel</p><p>HRB 4711 KI</p>',
  );
  expect(valuesOf(home, imprint)).toMatchObject({
    organization_name: 'Nordlicht Optik GmbH',
    street: 'Am Hafen 7',
    city: 'Kiel',
  });
});
