import { describe, expect, it } from 'vitest';
import { cards, link, mark, states } from '../../core/test-cuts.ts';
import { read } from './reader.ts';
import { featureId, mapsPlace, mapsSearch, placeId } from './test-shapes.ts';

describe('Google Maps', () => {
  it.each(['older', 'newer', 'single'] as const)('reads the %s generation of searches', (generation) => {
    const { rows, candidates, unread } = read(states(mapsSearch(generation, [7])));
    expect({ candidates, unread }).toEqual({ candidates: 1, unread: 0 });
    expect(rows).toEqual([
      {
        key: placeId(7),
        aliases: [placeId(7), featureId(7)],
        values: {
          name: 'Business 7',
          category: 'Coffee shop; Bakery',
          rating: '4.6',
          reviews: '1207',
          address: '7 Main Street, Springfield',
          phone: '+1 555-010-0007',
          website: 'https://business7.example.com/',
          latitude: '48.107',
          longitude: '11.5',
          place_id: placeId(7),
          feature_id: featureId(7),
          maps_url: `https://www.google.com/maps/place/Business%207/data=!4m2!3m1!1s${featureId(7)}`,
        },
      },
    ]);
  });

  it('reports places whose entries have moved', () => {
    const drifted = [1, 2, 3].map((n) => [null, ...mapsPlace(n)]);
    expect(read(states(JSON.stringify(drifted)))).toEqual({ rows: [], candidates: 3, unread: 3 });
    expect(read(states('<html>'))).toEqual({ rows: [], candidates: 1, unread: 1 });
  });

  it('keeps a place without rating, phone and website', () => {
    const place = mapsPlace(1);
    for (const index of [4, 7, 178]) place[index] = null;
    const [row] = read(states(JSON.stringify([place]))).rows;
    expect(row?.values).not.toHaveProperty('rating');
    expect(row?.values.name).toBe('Business 1');
  });

  it.each([
    [
      'English',
      '4.6 stars 1,234 Reviews',
      [
        '4.6',
        '(1,234)',
        'Coffee shop',
        '·',
        '',
        '·',
        '12 Main St',
        'Open',
        '⋅ Closes 6 PM',
        '·',
        '(555) 010-0199',
      ],
    ],
    [
      'German',
      '4,6 Sterne 1.234 Rezensionen',
      ['4,6', '(1.234)', 'Café', '·', '12 Main St', 'Geöffnet ⋅ Schließt um 18:00', '·', '(555) 010-0199'],
    ],
  ])('reads a card in %s', (_, stars, texts) => {
    const { rows } = read(
      cards({
        texts: ['Café Blau', ...texts],
        links: [
          link(
            `https://www.google.com/maps/place/Caf%C3%A9/data=!4m7!1s${featureId(3)}!8m2!3d48.1!4d-11.5!16s!19s${placeId(3)}?hl=de`,
            '',
            'Café Blau',
          ),
          link('https://blau.example.com/', 'Website'),
        ],
        marks: [mark('rating', '', stars)],
      }),
    );
    expect(rows[0]?.key).toBe(placeId(3));
    expect(rows[0]?.values).toMatchObject({
      name: 'Café Blau',
      category: _ === 'German' ? 'Café' : 'Coffee shop',
      rating: '4.6',
      reviews: '1234',
      address: '12 Main St',
      phone: '(555) 010-0199',
      website: 'https://blau.example.com/',
      latitude: '48.1',
      longitude: '-11.5',
    });
  });

  it('makes one row of a response and a card of the same place', () => {
    const card = link(
      `https://www.google.com/maps/place/x/data=!1s${featureId(1)}!3d1.5!4d1.5`,
      '',
      'Business 1',
    );
    const { rows } = read({ ...cards({ links: [card] }), states: [mapsSearch('older', [1])] });
    expect(rows.map((row) => row.key)).toEqual([placeId(1)]);
  });
});

it('reports the places of a card that has several', () => {
  const place = (n: number) =>
    link(`https://www.google.com/maps/place/x/data=!1s${featureId(n)}!3d1.5!4d1.5`, '', `Business ${n}`);
  const { rows, candidates, unread } = read(cards({ links: [place(1), place(1), place(2), place(3)] }));
  expect([rows.length, candidates, unread]).toEqual([1, 3, 2]);
});

describe('the open place', () => {
  const url = `https://www.google.com/maps/place/Cafe/@48,11z/data=!3m5!1s${featureId(5)}!8m2!3d48.1!4d11.5!16s!19s${placeId(5)}`;
  const order = 'https://order.example.net/cafe-blau';
  const open = (website: string | null) =>
    read({
      ...cards({
        texts: ['Museum'],
        links: [
          ...(website === null ? [] : [link(website)]),
          link(order, 'Order online'),
          link(`https://www.google.com/maps/place/Other/data=!1s${featureId(6)}`, '', 'Other'),
        ],
        marks: [
          mark('title', 'Café Blau'),
          mark('item', '5 Main Street', 'address'),
          mark('item', 'Order online', 'action:4'),
          mark('website', 'Order online', order),
          ...(website === null
            ? []
            : [mark('item', 'blau.example.com', 'authority'), mark('authority', '', website)]),
        ],
      }),
      url,
    });

  it('has no website if the only other links order, book or show a menu', () => {
    const { rows, unreadFields } = open(null);
    expect(rows[0]?.values).not.toHaveProperty('website');
    expect(unreadFields).toBeUndefined();
    expect(open('https://blau.example.com/').rows[0]?.values.website).toBe('https://blau.example.com/');
  });

  it('is the one of the page’s address, not one that it links to', () => {
    const { rows, candidates } = open(null);
    expect(candidates).toBe(1);
    expect(rows[0]).toMatchObject({
      key: placeId(5),
      aliases: [placeId(5), featureId(5)],
      values: { name: 'Café Blau', address: '5 Main Street', latitude: '48.1' },
    });
  });
});

it('has no tracker or redirect as the website of a place', () => {
  const place = mapsPlace(1);
  const websiteFor = (href: string) => {
    place[7] = [href];
    return read(states(JSON.stringify([place]))).rows[0]?.values.website;
  };
  expect(websiteFor('/aclk?sa=l&adurl=https://acme.example.com/')).toBe('https://acme.example.com/');
  expect(websiteFor('/aclk?sa=l&ai=x')).toBeUndefined();
  expect(websiteFor('https://l.facebook.com/l.php?u=https%3A%2F%2Facme.example.com%2F')).toBe(
    'https://acme.example.com/',
  );
  const { rows } = read(
    cards({
      links: [
        link(`https://www.google.com/maps/place/x/data=!1s${featureId(1)}`, '', 'Acme'),
        link('https://www.googleadservices.com/pagead/aclk?x=1'),
        link('https://acme.example.com/'),
      ],
    }),
  );
  expect(rows[0]?.values.website).toBe('https://acme.example.com/');
});
