import { expect, test } from 'vitest';
import { extractPage } from '../extract-page.ts';

function phones(text: string, host: string, lang: string): string[] {
  const page = extractPage(`<html lang="${lang}"><body><p>${text}</p></body></html>`, `https://${host}/`, {
    now: () => 0,
  });
  return page.phones.map(({ value }) => value);
}

test.each([
  ['Tel. 089 2345610 - 19 Filialen', 'laden.de', 'de', ['+49892345610']],
  ['030 2345670 – 25 Jahre Erfahrung', 'laden.de', 'de', ['+49302345670']],
  ['Tel. 0761 2345670 (12 Leitungen)', 'laden.de', 'de', ['+497612345670']],
  ['Tel. +49 89 2345610 - 19 Filialen', 'laden.de', 'de', ['+49892345610']],
  ['Tel. 044 234 56 70 - 24 h Pikett', 'laden.ch', 'de', ['+41442345670']],
  ['Tél : 02 512 34 50 - 7 jours sur 7', 'magasin.be', 'fr', ['+3225123450']],
  ['Tel. 02 2345670 - 12 negozi', 'negozio.it', 'it', ['+39022345670']],
  ['Tel. 020 234 5670 - 12 winkels', 'winkel.nl', 'nl', ['+31202345670']],
  ['Call (312) 555-0142 - 3 locations', 'store.com', 'en-US', ['+13125550142']],
  ['Teléfono: 963 45 67 80 – 24 horas', 'tienda.es', 'es', ['+34963456780']],
])('a count is no part of the number before it: %s', (text, host, lang, expected) => {
  expect(phones(text, host, lang)).toEqual(expected);
});

test.each([
  ['Tel. 089 2345610-19', ['+49892345610', '+49892345619']],
  ['Tel. 0711 2345 - 12 Herr Maier', ['+49711234512']],
  ['Tel. 0711 78400-99 Filialen', ['+497117840099']],
])('an extension or range stays: %s', (text, expected) => {
  expect(phones(text, 'firma.de', 'de')).toEqual(expected);
});
