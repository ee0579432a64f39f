import { describe, expect, it } from 'vitest';
import { cards, link, mark } from '../../core/test-cuts.ts';
import { read } from './reader.ts';

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
    const { rows, unread } = read(
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

const SPONSORED = 'https://ppc.clutch.co/redirect?token=abc';
const PROFILE = link('https://clutch.co/profile/acme', 'View Profile');
const through = (href: string) => `https://r.clutch.co/redirect?pid=1&u=${encodeURIComponent(href)}`;

describe('the website of a company of Clutch', () => {
  const findWebsite = (...hrefs: string[]) =>
    read(
      cards({
        texts: ['Acme'],
        links: [...hrefs.map((href) => link(href)), PROFILE],
        marks: [mark('name', 'Acme')],
      }),
    ).rows[0]?.values.website;

  it('is never a link of an advertisement', () => {
    expect(findWebsite(SPONSORED)).toBeUndefined();
    expect(findWebsite(through(SPONSORED))).toBeUndefined();
    expect(findWebsite('https://googleads.g.doubleclick.net/aclk?x=1')).toBeUndefined();
  });

  it.each([
    ['after the advertisement', [SPONSORED, through('https://acme.example.com/')]],
    ['before it', [through('https://acme.example.com/'), through(SPONSORED)]],
    [
      'behind it',
      [`https://r.clutch.co/redirect?u=${encodeURIComponent(through('https://acme.example.com'))}`],
    ],
    ['in a direct link', [through(SPONSORED), 'https://acme.example.com/?utm_source=clutch.co']],
    ['beside a landing page', ['https://lp.example.org/?gclid=1&ad=7', 'https://acme.example.com/']],
  ])('is the organic one: %s', (_, hrefs) => {
    expect(findWebsite(...hrefs)).toBe('https://acme.example.com/');
  });

  it('comes from the organic card if the same company is also sponsored', () => {
    const card = (href: string) => ({
      texts: ['Acme'],
      links: [link(href), PROFILE],
      marks: [mark('name', 'Acme')],
    });
    const { rows } = read(cards(card(SPONSORED), card(through('https://acme.example.com'))));
    expect(rows.map(({ values }) => values.website)).toEqual(['https://acme.example.com/']);
  });
});

it('reports an hourly rate in a form that is new', () => {
  const rateIn = (text: string) =>
    read(cards({ texts: [text], links: [PROFILE], marks: [mark('name', 'Acme')] }));
  expect(rateIn('€50 - €99 / hr').unreadFields).toEqual([{ key: 'acme', column: 'hourly_rate' }]);
  expect(rateIn('< $25 / hr').unreadFields).toBeUndefined();
});
