import { describe, expect, it } from 'vitest';
import { addressesIn, companiesIn, emailsIn, employersIn, phonesIn } from './several.ts';

describe('the addresses of a cell', () => {
  it.each([
    ['info@a.com; sales@a.com', ['info@a.com', 'sales@a.com']],
    ['info@a.com;sales@a.com', ['info@a.com', 'sales@a.com']],
    ['info@a.com,sales@a.com', ['info@a.com', 'sales@a.com']],
    ['info@a.com/sales@a.com', ['info@a.com', 'sales@a.com']],
    ['info@a.com / sales@a.com', ['info@a.com', 'sales@a.com']],
    ['info@a.com sales@a.com', ['info@a.com', 'sales@a.com']],
    ['info@a.com\nsales@a.com\r\n', ['info@a.com', 'sales@a.com']],
    ['info@a.com|sales@a.com', ['info@a.com', 'sales@a.com']],
    ['Doe, Jane <jane@a.com>; Joe <joe@a.com>', ['Doe, Jane <jane@a.com>', 'Joe <joe@a.com>']],
    ['mailto:info@a.com,sales@a.com?subject=Hi', ['info@a.com', 'sales@a.com']],
    ['“info@a.com”, “sales@a.com”.', ['info@a.com', 'sales@a.com']],
    ["info@a.com; '+x@a.com", ['info@a.com', '+x@a.com']],
    ['INFO@a.com; info@a.com', ['INFO@a.com']],
    ['Jane Doe jane@a.com', ['jane@a.com']],
    // A damaged address has its own row, which says what is wrong.
    ['info@a.com; bob@', ['info@a.com', 'bob@']],
  ])('%s', (cell, emails) => expect(emailsIn(cell)).toEqual(emails));

  it.each([
    'jane@a.com',
    'Jane <jane@a.com>',
    'a/b@x.com',
    '"a@b"@c.com',
    'no address',
    '',
    'x.com/@user',
    'a@b@c',
  ])('stay as they are in %s', (cell) => expect(emailsIn(cell)).toEqual([cell]));
});

it.each([
  ['acme.com; acme.de', ['acme.com', 'acme.de']],
  ['acme.com / www.acme.de', ['acme.com', 'www.acme.de']],
  ['info@a.com; sales@a.com; x@b.com', ['sales@a.com', 'x@b.com']],
  ['https://www.linkedin.com/company/acme; acme.com', ['acme.com']],
  ['https://acme.com/about', ['https://acme.com/about']],
  ['Acme e.V.', ['Acme e.V.']],
  ['', ['']],
])('the domains of a cell: %s', (cell, domains) => expect(employersIn(cell)).toEqual(domains));

it.each([
  ['Acme; Nord AG', ['Acme', 'Nord AG']],
  ['Acme\nNord AG', ['Acme', 'Nord AG']],
  ['Oak &amp; Sons', ['Oak &amp; Sons']],
  ['Acme, Inc. / Berlin', ['Acme, Inc. / Berlin']],
  ['Acme;Berlin', ['Acme;Berlin']],
  [' ; ', []],
])('the companies of a cell: %s', (cell, companies) => expect(companiesIn(cell)).toEqual(companies));

it.each([
  ['Jane Doe <jane@x.com>', ['jane@x.com']],
  ['mailto:m@x.com?subject=Hi', ['m@x.com']],
  ['e@x.com / f@X.com, e@x.com', ['e@x.com', 'f@x.com']],
  ['c@x.com\nd@x', ['c@x.com']],
  ['none', []],
  ['', []],
])('finds the good addresses of %j', (cell, addresses) => {
  expect(addressesIn(cell)).toEqual(addresses);
});

it.each([
  ['+1 415 555 0100; +1 415 555 0101', ['+1 415 555 0100', '+1 415 555 0101']],
  ['+1 415 555 0100, +1 415 555 0101', ['+1 415 555 0100', '+1 415 555 0101']],
  ['030 1234567\r\n030 7654321', ['030 1234567', '030 7654321']],
  ['030 1234567 / 0171 7654321', ['030 1234567', '0171 7654321']],
  ['+49 30 1234567 +49 171 7654321', ['+49 30 1234567', '+49 171 7654321']],
  ['030 1234567 oder 0171 7654321', ['030 1234567', '0171 7654321']],
  ['(415) 555-0100', ['(415) 555-0100']],
  ['030/1234567', ['030/1234567']],
  ['+49 30 1234567, ext. 12', ['+49 30 1234567, ext. 12']],
  ['030 1234567-0 / -12', ['030 1234567-0 / -12']],
  ['tel:+49301234567', ['+49301234567']],
  ["'+49301234567; +49 30 1234567", ['+49301234567']],
  ['1-800-FLOWERS', ['1-800-FLOWERS']],
  ['on request', []],
  ['', []],
])('finds the phones of %j', (cell, phones) => {
  expect(phonesIn(cell)).toEqual(phones);
});
