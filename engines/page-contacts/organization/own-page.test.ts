import { expect, test } from 'vitest';
import { isOwnPage, ownPageKind } from './own-page.ts';

test.each([
  ['https://acme.com/contact-us', null, true],
  ['https://acme.es/contactenos', null, true],
  ['https://acme.de/impressum.html', null, true],
  ['https://acme.hu/a', 'Kapcsolat - Acme', true],
  ['https://acme.jp/a', 'アクセス|アクメ', true],
  ['https://acme.gr/%CE%B5%CF%80%CE%B9%CE%BA%CE%BF%CE%B9%CE%BD%CF%89%CE%BD%CE%AF%CE%B1', null, true],
  [null, 'Acme', true],
  ['https://acme.com/', 'Acme', false],
  ['https://acme.com/dealers', 'Our dealers | Acme', false],
  ['https://acme.com/%E0%A4%A', null, false],
])('%s with the title %s: %s', (url, title, expected) => {
  expect(isOwnPage(url, title)).toBe(expected);
});

test.each([
  ['https://acme.com/find-us', null, 'contact'],
  ['https://acme.fr/mentions-legales', null, 'contact'],
  ['https://acme.mx/aviso-de-privacidad', null, 'terms'],
  ['https://acme.com/legal/privacy', 'Contact Acme', 'terms'],
  ['https://acme.de/ueber-uns', null, 'about'],
  ['https://acme.fr/infos-pratiques', null, 'place'],
  ['https://acme.com/a', 'Contact - Acme', 'contact'],
  ['https://acme.com/products', 'Acme', 'other'],
  ['https://acme.de/kontaktlinsen', null, 'other'],
  ['https://acme.com/contact-lenses', null, 'other'],
  ['https://acme.com/products/contactors', null, 'other'],
  ['https://acme.com/air-conditioning', null, 'other'],
  ['https://acme.com/legal-services', null, 'other'],
  ['https://acme.com/terms-and-conditions', null, 'terms'],
] as const)('%s with the title %s is of the kind %s', (url, title, kind) => {
  expect(ownPageKind(url, title)).toBe(kind);
});
