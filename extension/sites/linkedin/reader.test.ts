import { describe, expect, it } from 'vitest';
import { cards, link } from '../../core/test-cuts.ts';
import { read } from './reader.ts';

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

  it('reports people whose links have changed', () => {
    expect(read(cards({ texts: ['Ada'] }, { texts: ['Bo'] }))).toEqual({
      rows: [],
      candidates: 2,
      unread: 2,
    });
  });
});
