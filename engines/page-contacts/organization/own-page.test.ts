import { expect, test } from 'vitest';
import { isOwnPage } from './own-page.ts';

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
