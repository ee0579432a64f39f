import { describe, expect, it } from 'vitest';
import { cards, link, mark, states } from '../../core/test-cuts.ts';
import { read } from './reader.ts';
import { salesLead } from './test-shapes.ts';

const HREF = 'https://www.linkedin.com/sales/lead/ACwAAfake1,NAME_SEARCH,x';
const person = [mark('anonymize', 'Ada', 'person-name'), mark('anonymize', 'Head of Sales', 'title')];
const readCard = (texts: string[], ...more: ReturnType<typeof mark>[]) =>
  read(
    cards({
      texts,
      links: [link(HREF, 'Ada')],
      marks: [...person, mark('anonymize', 'Lyon, France', 'location'), ...more],
    }),
  );

describe('the company of a lead without a company link', () => {
  it.each([
    ['in the subtitle', ['Ada', 'Head of Sales'], [mark('subtitle', 'Head of Sales · Bakery Ltd')]],
    ['after “at”', ['Ada', 'Head of Sales'], [mark('subtitle', 'Head of Sales at Bakery Ltd')]],
    ['after “bei”', ['Ada', 'Head of Sales', 'bei Bakery Ltd', 'Lyon, France'], []],
    [
      'in the next text',
      ['Ada', '· 2nd', 'Head of Sales', 'Bakery Ltd', 'Lyon, France', '2 years in role'],
      [],
    ],
    ['after a dot', ['Ada', 'Head of Sales', '·', 'Bakery Ltd', 'Lyon, France'], []],
  ])('is read: %s', (_, texts, marks) => {
    expect(readCard(texts, ...marks).rows[0]?.values).toMatchObject({
      title: 'Head of Sales',
      company: 'Bakery Ltd',
      location: 'Lyon, France',
    });
  });

  it.each([
    [['Ada', 'Head of Sales', 'Lyon, France']],
    [['Ada', 'Head of Sales', '2 years 3 months in role']],
    [['Ada', 'Head of Sales', 'About: I like bread']],
    [['Ada', 'Head of Sales']],
  ])('is never another text: %j', (texts) => {
    const { rows, unreadFields } = readCard(texts);
    expect(rows[0]?.values.company).toBeUndefined();
    expect(unreadFields).toBeUndefined();
  });

  it.each(['elements', 'included'] as const)('is read from the state: %s', (list) => {
    const lead = (position: Record<string, unknown>) =>
      salesLead(list, 1).replace('"companyName":"Company 1"', JSON.stringify(position).slice(1, -1));
    const named = lead({ companyUrnResolutionResult: { name: 'Bakery Ltd' } });
    expect(read(states(named)).rows[0]?.values.company).toBe('Bakery Ltd');
    const moved = lead({ companyUrn: 'urn:li:fs_salesCompany:1' });
    expect(read(states(moved)).unreadFields).toEqual([{ key: 'ACwAAfake1', column: 'company' }]);
  });
});

it('reports a title and a place under other names', () => {
  const texts = ['Ada', '· 2nd', 'Head of Sales', 'Lyon, France', '2 years in role'];
  const { unreadFields } = read(
    cards({ texts, links: [link(HREF, 'Ada')], marks: [mark('anonymize', 'Ada', 'person-name')] }),
  );
  expect(unreadFields?.map(({ column }) => column)).toEqual(['title', 'location']);
});

describe('a state that was cut off', () => {
  it('is counted as unread', () => {
    const half = salesLead('included', 1).slice(0, -20);
    expect(read(states(half))).toEqual({ rows: [], candidates: 1, unread: 1 });
  });
});

describe('Sales Navigator', () => {
  const values = {
    name: 'Ada Lovelace 1',
    title: 'Head of Sales',
    company: 'Company 1',
    location: 'Lyon, France',
    degree: '2',
    lead_id: 'ACwAAfake1',
    profile_url: 'https://www.linkedin.com/sales/lead/ACwAAfake1',
  };

  it.each(['elements', 'included'] as const)('reads leads in %s', (list) => {
    expect(read(states(salesLead(list, 1), '{"other":true}', 'true')).rows).toEqual([
      { key: 'ACwAAfake1', aliases: ['ACwAAfake1'], values },
    ]);
  });

  it('reads a card, and reports cards without a lead', () => {
    const marks = [
      mark('anonymize', 'Ada Lovelace 1', 'person-name'),
      mark('anonymize', 'Head of Sales', 'title'),
      mark('anonymize', 'Company 1', 'company-name'),
      mark('anonymize', 'Lyon, France', 'location'),
    ];
    const href = 'https://www.linkedin.com/sales/lead/ACwAAfake1,NAME_SEARCH,x?_ntb=1';
    const { rows, unread } = read(
      cards({ texts: ['Ada Lovelace 1', '· 2nd'], links: [link(href)], marks }, { texts: ['?'] }),
    );
    expect(rows[0]?.values).toEqual(values);
    expect(unread).toBe(1);
  });
});
