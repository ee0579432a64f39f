import { describe, expect, it } from 'vitest';
import { readClutch } from './clutch/read-clutch.ts';
import { readCrunchbase } from './crunchbase/read-crunchbase.ts';
import { readGoogleMaps } from './google-maps/read-google-maps.ts';
import { cards, link, mark, states } from './test-cuts.ts';
import { featureId, mapsPlace, xTimeline, xUser } from './test-shapes.ts';
import { readTwitter } from './twitter/read-twitter.ts';

const SPONSORED = 'https://ppc.clutch.co/redirect?token=abc';
const PROFILE = link('https://clutch.co/profile/acme', 'View Profile');
const through = (href: string) => `https://r.clutch.co/redirect?pid=1&u=${encodeURIComponent(href)}`;

describe('the website of a company of Clutch', () => {
  const websiteOf = (...hrefs: string[]) =>
    readClutch(
      cards({
        texts: ['Acme'],
        links: [...hrefs.map((href) => link(href)), PROFILE],
        marks: [mark('name', 'Acme')],
      }),
    ).rows[0]?.values.website;

  it('is never a link of an advertisement', () => {
    expect(websiteOf(SPONSORED)).toBeUndefined();
    expect(websiteOf(through(SPONSORED))).toBeUndefined();
    expect(websiteOf('https://googleads.g.doubleclick.net/aclk?x=1')).toBeUndefined();
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
    expect(websiteOf(...hrefs)).toBe('https://acme.example.com/');
  });

  it('comes from the organic card if the same company is also sponsored', () => {
    const card = (href: string) => ({
      texts: ['Acme'],
      links: [link(href), PROFILE],
      marks: [mark('name', 'Acme')],
    });
    const { rows } = readClutch(cards(card(SPONSORED), card(through('https://acme.example.com'))));
    expect(rows.map(({ values }) => values.website)).toEqual(['https://acme.example.com/']);
  });
});

describe('a tracker or redirect on another site', () => {
  it('is no website of a place of Google Maps', () => {
    const place = mapsPlace(1);
    const websiteFor = (href: string) => {
      place[7] = [href];
      return readGoogleMaps(states(JSON.stringify([place]))).rows[0]?.values.website;
    };
    expect(websiteFor('/aclk?sa=l&adurl=https://acme.example.com/')).toBe('https://acme.example.com/');
    expect(websiteFor('/aclk?sa=l&ai=x')).toBeUndefined();
    expect(websiteFor('https://l.facebook.com/l.php?u=https%3A%2F%2Facme.example.com%2F')).toBe(
      'https://acme.example.com/',
    );
    const { rows } = readGoogleMaps(
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

  it('is no website of a user of X', () => {
    const user = xUser(1, 1) as { legacy: Record<string, unknown> };
    user.legacy.entities = { url: { urls: [{ expanded_url: 'https://ppc.clutch.co/redirect?x=1' }] } };
    expect(readTwitter(states(xTimeline([user]))).rows[0]?.values.website).toBeUndefined();
  });

  it('is no website of a company of Crunchbase', () => {
    const row = (href: string) =>
      readCrunchbase(
        cards({
          texts: ['Acme'],
          links: [
            link('https://www.crunchbase.com/organization/acme', 'Acme'),
            link(href),
            link('https://acme.example.com/'),
          ],
        }),
      ).rows[0]?.values.website;
    expect(row('https://ppc.clutch.co/redirect?x=1')).toBe('https://acme.example.com/');
    expect(row('https://www.google.com/url?q=https://acme.example.com/')).toBe('https://acme.example.com/');
  });
});
