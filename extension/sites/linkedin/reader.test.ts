import { describe, expect, it } from 'vitest';
import { cards, link } from '../../core/test-cuts.ts';
import { read } from './reader.ts';

function personWith(texts: string[]) {
  return read(cards({ texts, links: [link('https://www.linkedin.com/in/ada-smith', texts[0])] }));
}

describe('LinkedIn', () => {
  it.each([
    ['English', ['Ada Smith', '• 2nd', 'Head of Sales at Acme', 'Lyon, France', '3 mutual connections']],
    [
      'German',
      ['Ada Smith', 'Profil von Ada Smith anzeigen', '• 2.', 'Head of Sales at Acme', 'Lyon, France'],
    ],
    ['without degree', ['Ada Smith', 'Head of Sales at Acme', 'Lyon, France']],
    ['degree in the name', ['Ada Smith • 3rd+', 'Head of Sales at Acme', 'Lyon, France']],
  ])('reads a person: %s', (_, texts) => {
    const href = 'https://www.linkedin.com/in/Ada-Smith?miniProfileUrn=x';
    const { rows } = read(cards({ texts, links: [link(href), link(href, texts[0])] }));
    expect(rows).toEqual([
      {
        key: 'ada-smith',
        aliases: ['ada-smith'],
        values: {
          name: 'Ada Smith',
          headline: 'Head of Sales at Acme',
          location: 'Lyon, France',
          profile_url: 'https://www.linkedin.com/in/Ada-Smith',
        },
      },
    ]);
  });

  it.each([
    [['Ada Smith', '• 2nd', 'Premium sales consultant', 'Lyon, France'], 'Premium sales consultant'],
    [
      ['Ada Smith', '• 2nd', 'Verified', 'Verified Shopify expert', 'Lyon, France'],
      'Verified Shopify expert',
    ],
    [['Ada Smith', '• 2nd', 'Ada Smith Consulting', 'Lyon, France'], 'Ada Smith Consulting'],
  ])('keeps a headline that looks like a note: %j', (texts, headline) => {
    expect(personWith(texts)).toMatchObject({ rows: [{ values: { headline, location: 'Lyon, France' } }] });
  });

  it('reports a headline and a place that are not there', () => {
    expect(personWith(['Ada Smith', '• 2nd', 'Head of Sales']).unreadFields).toEqual([
      { key: 'ada-smith', column: 'location' },
    ]);
    expect(personWith(['Ada Smith', '• 2nd']).unreadFields).toEqual([
      { key: 'ada-smith', column: 'headline' },
      { key: 'ada-smith', column: 'location' },
    ]);
    expect(personWith(['Ada Smith', 'Head of Sales', 'Lyon']).unreadFields).toBeUndefined();
  });

  it('reports people whose links have changed', () => {
    expect(read(cards({ texts: ['Ada'] }, { texts: ['Bo'] }))).toEqual({
      rows: [],
      candidates: 2,
      unread: 2,
    });
  });
});
