import { expect, it } from 'vitest';
import type { ColumnType } from '#contract/list-columns.ts';
import { valueKey } from './row-key.ts';

it.each<[ColumnType, string, string[]]>([
  [
    'url',
    'key:linkedin.com/in/jane-doe',
    [
      'https://www.linkedin.com/in/jane-doe/',
      'linkedin.com/in/Jane-Doe?trk=x',
      'de.linkedin.com/in/jane-doe',
      'https://www.linkedin.com/in/jane-doe/details/experience/',
    ],
  ],
  ['url', 'key:acme.com/team', ['https://www.acme.com/team/', 'ACME.com/team', 'http://acme.com:80/Team']],
  [
    'url',
    'key:acme.com',
    ['acme.com', '<https://www.acme.com/?>', '1. acme.com', 'https://www.google.com/url?q=https://acme.com/'],
  ],
  ['url', 'key:xn--mller-kva.de', ['müller.de', 'https://xn--mller-kva.de/']],
  ['url', 'key:muller.de', ['muller.de']],
  ['url', 'key:x.com/jane', ['https://x.com/Jane', 'x.com/jane/']],
  ['url', 'key:app.close.com#/lead/1', ['https://app.close.com/#/lead/1']],
  ['url', 'key:app.close.com#/lead/2', ['<https://app.close.com/#/lead/2>']],
  ['url', 'key:on request', ['On  request']],
  ['url', 'key:linkedin.com/company/acme', ['https://www.linkedin.com/company/acme/']],
  ['phone', 'key:+4989123456', ['+49 89 123456', '0049 89 123456', '+49 (0)89/12 34-56', 'tel:+4989123456']],
  ['phone', 'key:089123456', ['089 123456', '(089) 12 34 56']],
  ['phone', 'key:+12025550123', ['+1 (202) 555-0123', '001 202 555 0123']],
  ['phone', 'key:+1202555012312', ['+1 202 555 0123 ext. 12']],
  ['phone', 'key:on request', ['On request']],
  [
    'email',
    'key:jane@acme.com',
    ['jane@acme.com', 'mailto:Jane@Acme.com?subject=Hi', 'Jane Doe <jane@acme.com>'],
  ],
  ['email', 'key:jane+news@gmail.com', ['Jane+news@gmail.com']],
  ['email', 'key:a@x.com; b@x.com', ['A@x.com;  b@x.com']],
  ['text', 'key:de.linkedin.com/in/jane-doe', ['de.linkedin.com/in/jane-doe']],
])('in a column of type %s, %s is the key of every spelling', (type, key, values) => {
  expect(values.map((value) => valueKey(type, value))).toEqual(values.map(() => key));
});

it('has no key for a cell without a value', () => {
  expect(['', ' ', undefined].map((value) => valueKey('email', value))).toEqual([null, null, null]);
  expect(['N/A', '-', 'none', '#N/A'].map((value) => valueKey('url', value))).toEqual([
    null,
    null,
    null,
    null,
  ]);
  expect([valueKey('email', 'NA'), valueKey('text', 'NA')]).toEqual([null, 'key:na']);
  expect([valueKey('text', 'Null'), valueKey('text', '#N/A')]).toEqual(['key:null', null]);
});
