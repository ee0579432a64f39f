import { describe, expect, it } from 'vitest';
import { attemptFor, cleanUrl, EMPTY_DRAFT, parseDraft } from './order-draft.ts';

describe('the order draft', () => {
  it('survives a reload and ignores unexpected saved values', () => {
    const draft = {
      address: 'https://app.apollo.io/#/people?personTitles[]=ceo',
      count: '5000',
      attempt: { key: 'k', address: 'a', count: 5000 },
    };
    expect(parseDraft(JSON.stringify(draft))).toEqual(draft);
    expect(parseDraft(JSON.stringify({ ...draft, attempt: { key: 5 } }))).toEqual({
      ...draft,
      attempt: null,
    });
    for (const odd of [null, '', '{', '[]', '"x"', '{"address":5,"count":"1"}', 'null'])
      expect(parseDraft(odd)).toEqual(EMPTY_DRAFT);
  });

  it('reuses the key for the same order only', () => {
    let made = 0;
    const newKey = () => `key-${++made}`;
    const first = attemptFor({ address: 'a', count: 1000 }, null, newKey);
    expect(attemptFor({ address: 'a', count: 1000 }, first, newKey)).toBe(first);
    expect(attemptFor({ address: 'a', count: 1001 }, first, newKey).key).toBe('key-2');
    expect(attemptFor({ address: 'b', count: 1000 }, first, newKey).key).toBe('key-3');
  });
});

describe('cleanUrl', () => {
  it.each([
    ['  https://app.apollo.io/#/people?a=b\n', 'https://app.apollo.io/#/people?a=b'],
    ['<https://app.apollo.io/#/people?a=b>', 'https://app.apollo.io/#/people?a=b'],
    [
      'https://app.apollo.io/#/people?person\r\nTitles[]=ceo',
      'https://app.apollo.io/#/people?personTitles[]=ceo',
    ],
    ['app.apollo.io/#/people?a=b', 'https://app.apollo.io/#/people?a=b'],
    ['https://app.apollo.io/#/people?t[]=sales manager', 'https://app.apollo.io/#/people?t[]=sales manager'],
    ['example.com/apollo.io/', 'example.com/apollo.io/'],
    ['notapollo.io/#/people', 'notapollo.io/#/people'],
    [' \n ', ''],
  ])('%j -> %j', (text, url) => {
    expect(cleanUrl(text)).toBe(url);
  });
});
