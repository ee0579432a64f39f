import { expect, it } from 'vitest';
import { readPersonTable } from './person-table.ts';

function addressesOf(text: string): string[] {
  return readPersonTable(text)
    .rows.flatMap(({ inputs }) => inputs)
    .map((input) => ('address' in input ? input.address : input.domain));
}

it.each([
  [
    'To: Jane Doe <jane@a.com>, "Hale, Victor" <v@b.com>; Ana <ana@c.com>',
    ['jane@a.com', 'v@b.com', 'ana@c.com'],
  ],
  ['Von: Ute Huber <ute@a.de>\nDatum: 3. Mai\nAn: max@b.de\nBetreff: Angebot', ['ute@a.de', 'max@b.de']],
  ['Кому: ivan@a.ru, olga@b.ru', ['ivan@a.ru', 'olga@b.ru']],
  ['Jane Doe <jane@a.com>, Max Muster <max@b.de>', ['jane@a.com', 'max@b.de']],
  [
    'Follow @acme on X, the file logo@2x.png is attached, call 030/555012 @ 9:30.\nReal contact: hi@acme.io',
    ['hi@acme.io'],
  ],
  ['m.holz AT acme DOT de', ['m.holz@acme.de']],
  ['please write to jane dot doe at acme dot co dot uk', ['jane.doe@acme.co.uk']],
])('reads the addresses of the message %j', (text, addresses) =>
  expect(addressesOf(text)).toEqual(addresses),
);

it('keeps the lines of a message', () => {
  const { rows } = readPersonTable('From: jane@a.com\nSubject: Hello\nTo: max@b.de');
  expect(rows.map(({ line }) => line)).toEqual([1, 3]);
});

it.each([
  // A row without an address stays, so that its result says what is wrong.
  ['jane@a.com\nmax\nana@c.com', ['jane@a.com', 'max', 'ana@c.com']],
  ['jane@a.com,we met her at the fair\nno mail,he will send his later', ['jane@a.com', 'no mail']],
  ['Name,Notes,Email\nJane,she said that we should call her,jane@a.com', ['jane@a.com']],
])('reads the rows of the list %j', (text, addresses) => expect(addressesOf(text)).toEqual(addresses));
