import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { collectedRowOf } from '#contract/collect.ts';
import type { CollectSite } from '#contract/collect-sites.ts';
import { readClutch } from './clutch/read-clutch.ts';
import { readCrunchbase } from './crunchbase/read-crunchbase.ts';
import { readGoogleMaps } from './google-maps/read-google-maps.ts';
import { readLinkedin } from './linkedin/read-linkedin.ts';
import { readLinkedinJobs } from './linkedin-jobs/read-linkedin-jobs.ts';
import { type SiteReader, walk } from './reading.ts';
import { readSalesNavigator } from './sales-navigator/read-sales-navigator.ts';
import { cards, link, mark, states } from './test-cuts.ts';
import {
  crunchbaseSearch,
  crunchbaseState,
  featureId,
  mapsPlace,
  mapsSearch,
  placeId,
  salesLead,
  xTimeline,
  xUser,
} from './test-shapes.ts';
import { readTwitter } from './twitter/read-twitter.ts';

const READERS: [Exclude<CollectSite, 'page-contacts'>, SiteReader][] = [
  ['google-maps', readGoogleMaps],
  ['twitter', readTwitter],
  ['clutch', readClutch],
  ['crunchbase', readCrunchbase],
  ['linkedin', readLinkedin],
  ['linkedin-jobs', readLinkedinJobs],
  ['sales-navigator', readSalesNavigator],
];

describe('every reader', () => {
  it.each(READERS)('%s never throws, and its rows fit the contract', (site, read) => {
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom(
        'Ada',
        '• 2nd',
        '@ada',
        '4.6',
        '(1,234)',
        '·',
        '$25 - $49 / hr',
        '\ud800',
        '\0x',
        'x'.repeat(9000),
      ),
    );
    const href = fc.oneof(
      text,
      fc
        .tuple(
          fc.constantFrom(
            'https://www.google.com/maps/place/x/data=!1s0x1:0x2!19s',
            'https://x.com/',
            'https://clutch.co/profile/',
            'https://r.clutch.co/redirect?u=',
            'https://www.crunchbase.com/organization/',
            'https://www.linkedin.com/in/%',
            'https://www.linkedin.com/jobs/view/12345',
            'https://www.linkedin.com/sales/lead/ACwAA',
          ),
          text,
        )
        .map((parts) => parts.join('')),
    );
    const card = fc.record({
      texts: fc.array(text, { maxLength: 8 }),
      links: fc.array(fc.record({ href, label: text, text }), { maxLength: 4 }),
      marks: fc.array(
        fc.record({
          name: fc.constantFrom('title', 'item', 'rating', 'job', 'anonymize', 'column', 'name'),
          value: text,
          text,
        }),
        { maxLength: 4 },
      ),
    });
    const state = fc.oneof(
      text,
      fc.json(),
      fc.constantFrom(...STATES),
      fc.constantFrom(...STATES).chain(damaged),
    );
    const cut = fc.record({
      url: href,
      cards: fc.array(card, { maxLength: 4 }),
      states: fc.array(state, { maxLength: 2 }),
    });
    const row = collectedRowOf(site);
    fc.assert(
      fc.property(cut, (given) => {
        const { rows, candidates, unread } = read(given);
        for (const one of rows) {
          expect(row.safeParse(one).error).toBeUndefined();
          expect(one.aliases[0]).toBe(one.key);
          expect(JSON.stringify(one).isWellFormed() && !JSON.stringify(one).includes('\\u0000')).toBe(true);
        }
        expect(rows.length).toBeLessThanOrEqual(candidates - unread);
      }),
      { numRuns: 300 },
    );
  });

  it.each(READERS)('%s finds nothing on an empty page', (_, read) => {
    expect(read(states())).toEqual({ rows: [], candidates: 0, unread: 0 });
  });
});

const STATES = [
  mapsSearch('older', [1, 2]),
  mapsSearch('newer', [1]),
  xTimeline([xUser(1, 1), xUser(3, 2)]),
  crunchbaseSearch([1]),
  crunchbaseState('older', 1),
  salesLead('included', 1),
];

/** The text with one character replaced. */
function damaged(text: string): fc.Arbitrary<string> {
  const place = fc.nat(text.length);
  return fc
    .tuple(place, fc.constantFrom('', '"', '[', '0', 'null'))
    .map(([at, part]) => text.slice(0, at) + part + text.slice(at + 1));
}

describe('Google Maps', () => {
  it.each(['older', 'newer', 'single'] as const)('reads the %s generation of searches', (generation) => {
    const { rows, candidates, unread } = readGoogleMaps(states(mapsSearch(generation, [7])));
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
    expect(readGoogleMaps(states(JSON.stringify(drifted)))).toEqual({ rows: [], candidates: 3, unread: 3 });
    expect(readGoogleMaps(states('<html>'))).toEqual({ rows: [], candidates: 1, unread: 1 });
  });

  it('keeps a place without rating, phone and website', () => {
    const place = mapsPlace(1);
    for (const index of [4, 7, 178]) place[index] = null;
    const [row] = readGoogleMaps(states(JSON.stringify([place]))).rows;
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
    const { rows } = readGoogleMaps(
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
    const { rows } = readGoogleMaps({ ...cards({ links: [card] }), states: [mapsSearch('older', [1])] });
    expect(rows.map((row) => row.key)).toEqual([placeId(1)]);
  });
});

describe('X', () => {
  it.each([1, 2, 3] as const)('reads generation %s', (generation) => {
    const { rows } = readTwitter(states(xTimeline([xUser(generation, 4), xUser(generation, 4)])));
    expect(rows).toEqual([
      {
        key: '9004',
        aliases: ['9004', '@person_4'],
        values: {
          name: 'Person 4 🌱',
          handle: 'person_4',
          bio: 'Bio 4',
          followers: '104',
          following: '20',
          posts: '7',
          location: 'Lyon',
          website: 'https://person4.example.com/',
          verified: 'yes',
          created_at: 'Mon Jan 05 10:00:00 +0000 2015',
          user_id: '9004',
          profile_url: 'https://x.com/person_4',
        },
      },
    ]);
  });

  it('reports users whose names have moved, and reads cards by handle', () => {
    const moved = { __typename: 'User', rest_id: '1', identity: { screen_name: 'a' } };
    expect(readTwitter(states(xTimeline([moved, moved])))).toEqual({ rows: [], candidates: 2, unread: 2 });
    const card = { texts: ['Ada', 'L', '@Ada_L', 'Writes', '#code'], links: [link('https://x.com/Ada_L')] };
    const { rows } = readTwitter(cards(card, { texts: ['?'] }));
    expect(rows[0]).toMatchObject({
      key: '@ada_l',
      values: { name: 'Ada L', handle: 'Ada_L', bio: 'Writes #code' },
    });
    expect(rows).toHaveLength(1);
  });
});

describe('Clutch', () => {
  const texts = [
    '4.9',
    '32 reviews',
    '$10,000+',
    '$50 - $99 / hr',
    '10 - 49',
    'Lyon, France',
    '40% Web Design',
    '60% SEO',
  ];
  it.each([
    ['u', 'https://r.clutch.co/redirect?pid=1&u=https%3A%2F%2Facme.example.com%2F%3Futm_source%3Dclutch.co'],
    ['provider_website', 'https://r.clutch.co/redirect?provider_website=acme.example.com&x=1'],
    ['sponsored', 'https://r.clutch.co/redirect?token=abc'],
  ])('reads a company with a link through %s', (kind, href) => {
    const { rows, unread } = readClutch(
      cards(
        {
          texts,
          links: [link(href, 'Visit Website'), link('https://clutch.co/profile/acme-web', 'View Profile')],
          marks: [mark('name', 'Acme Web'), mark('location', 'Lyon, France')],
        },
        { texts: ['changed'] },
      ),
    );
    expect(unread).toBe(1);
    expect(rows).toEqual([
      {
        key: 'acme-web',
        aliases: ['acme-web'],
        values: {
          name: 'Acme Web',
          ...(kind === 'sponsored' ? {} : { website: 'https://acme.example.com/' }),
          rating: '4.9',
          reviews: '32',
          hourly_rate: '$50 - $99 / hr',
          min_project: '$10,000+',
          employees: '10 - 49',
          location: 'Lyon, France',
          services: '40% Web Design; 60% SEO',
          profile_url: 'https://clutch.co/profile/acme-web',
        },
      },
    ]);
  });
});

describe('Crunchbase', () => {
  const values = {
    name: 'Company 5',
    website: 'https://company5.example.com/',
    description: 'Makes "thing 5" & more',
    location: 'Lyon, France',
    employees: '51-100',
    funding_total_usd: '1200000',
    founded: '2015-03-01',
    linkedin: 'https://www.linkedin.com/company/company-5',
    profile_url: 'https://www.crunchbase.com/organization/company-5',
  };

  it.each(['older', 'newer'] as const)('reads the %s state of a company', (generation) => {
    const { rows, unread } = readCrunchbase(states(crunchbaseState(generation, 5)));
    expect(unread).toBe(0);
    expect(rows).toEqual([
      {
        key: 'company-5',
        aliases: ['company-5'],
        values: { ...values, email: 'info@company5.example.com', phone: '+33 1 23 45 67 89' },
      },
    ]);
  });

  it('reads a search, and reports entries without a permalink', () => {
    expect(readCrunchbase(states(crunchbaseSearch([5]))).rows[0]?.values).toEqual(values);
    const drifted = crunchbaseSearch([1, 2]).replaceAll('"identifier"', '"id"');
    expect(readCrunchbase(states(drifted))).toEqual({ rows: [], candidates: 2, unread: 2 });
    expect(readCrunchbase(states('{not json'))).toEqual({ rows: [], candidates: 1, unread: 1 });
  });

  it('reads a row of a search with the columns it shows', () => {
    const { rows } = readCrunchbase(
      cards({
        texts: ['Company 5'],
        links: [
          link('https://www.crunchbase.com/organization/company-5', 'Company 5'),
          link('https://company5.example.com', 'company5'),
        ],
        marks: [
          mark('column', 'Company 5', 'identifier'),
          mark('column', '$1,200,000', 'funding_total'),
          mark('column', '51-100', 'num_employees_enum'),
        ],
      }),
    );
    expect(rows[0]?.values).toMatchObject({
      name: 'Company 5',
      website: 'https://company5.example.com/',
      funding_total_usd: '1200000',
      employees: '51-100',
    });
  });
});

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
    const { rows } = readLinkedin(cards({ texts, links: [link(href), link(href, texts[0])] }));
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
    expect(readLinkedin(cards({ texts: ['Ada'] }, { texts: ['Bo'] }))).toEqual({
      rows: [],
      candidates: 2,
      unread: 2,
    });
  });

  it('reads jobs, signed in and public, and skips empty cards', () => {
    const title = link(
      'https://www.linkedin.com/jobs/view/4012345678/?ref=1',
      'Engineer',
      'Engineer with verification',
    );
    const { rows, candidates } = readLinkedinJobs(
      cards(
        {
          texts: ['Engineer', 'Acme', 'Lyon (On-site)'],
          links: [title],
          marks: [mark('job', '', '4012345678')],
        },
        { marks: [mark('job', '', '4012345679')] },
        {
          texts: ['Ingenieur', 'Beta GmbH', 'Berlin', 'vor 2 Tagen'],
          marks: [
            mark('job', '', 'urn:li:jobPosting:4012345680'),
            mark('title', 'Ingenieur'),
            mark('company', 'Beta GmbH'),
            mark('location', 'Berlin'),
            mark('posted', 'vor 2 Tagen', '2026-11-20'),
          ],
        },
      ),
    );
    expect(candidates).toBe(2);
    expect(rows.map((row) => row.values)).toEqual([
      {
        title: 'Engineer',
        company: 'Acme',
        location: 'Lyon (On-site)',
        job_id: '4012345678',
        job_url: 'https://www.linkedin.com/jobs/view/4012345678',
      },
      {
        title: 'Ingenieur',
        company: 'Beta GmbH',
        location: 'Berlin',
        posted: '2026-11-20',
        job_id: '4012345680',
        job_url: 'https://www.linkedin.com/jobs/view/4012345680',
      },
    ]);
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
    expect(readSalesNavigator(states(salesLead(list, 1), '{"other":true}', 'true')).rows).toEqual([
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
    const { rows, unread } = readSalesNavigator(
      cards({ texts: ['Ada Lovelace 1', '· 2nd'], links: [link(href)], marks }, { texts: ['?'] }),
    );
    expect(rows[0]?.values).toEqual(values);
    expect(unread).toBe(1);
  });
});

describe('the work of reading', () => {
  it('grows with the size of the page, not faster', () => {
    const stepsFor = (count: number) =>
      walk(
        JSON.parse(
          mapsSearch(
            'older',
            Array.from({ length: count }, (_, n) => n),
          ).slice(4),
        ),
        () => false,
      );
    const [one, ten] = [stepsFor(20), stepsFor(200)];
    expect(ten).toBeLessThan(11 * one);
    let nested: unknown = 1;
    for (let depth = 0; depth < 5000; depth++) nested = [nested];
    expect(walk(nested, () => false)).toBeLessThan(20_000);
  });
});
