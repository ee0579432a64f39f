import { expect, test } from 'vitest';
import { extractPage } from '../extract-page.ts';
import { siteContacts } from '../site-contacts.ts';

function socials(html: string, url: string | null = 'https://www.acme.com/'): string[] {
  return extractPage(html, url).socials.map(({ network, username }) => `${network} ${username}`);
}

test('ranks the footer, structured data and the name of the site first', () => {
  const link = (name: string): string => `<a href="https://www.facebook.com/${name}">x</a>`;
  expect(socials(`<p>${link('partner')}</p><footer>${link('own')}</footer>`)).toEqual([
    'facebook own',
    'facebook partner',
  ]);
  expect(socials(`<footer>${link('partner')}</footer><p>${link('acmeinc')}</p>`)[0]).toBe('facebook acmeinc');
  const sameAs = '<script type="application/ld+json">{"sameAs":"https://www.facebook.com/own"}</script>';
  expect(socials(`${sameAs}<footer>${link('partner')}</footer>`)[0]).toBe('facebook own');
});

test('ranks a LinkedIn company page before people', () => {
  const page =
    '<a href="https://linkedin.com/in/ann">x</a><a href="https://linkedin.com/company/acme-holding">x</a>';
  expect(socials(page)).toEqual(['linkedin acme-holding', 'linkedin ann']);
});

test("drops the site maker's profile", () => {
  const page =
    '<footer>Website by <a href="https://twitter.com/pixels">Pixels</a> <a href="https://twitter.com/acme">us</a></footer>';
  expect(socials(page)).toContain('twitter acme');
  expect(socials('<p>Design by <a href="https://twitter.com/pixels">Pixels</a></p>')).toEqual([]);
});

test('accepts accounts of networks and site builders only on their own sites', () => {
  const page = '<a href="https://twitter.com/wix">x</a>';
  expect(socials(page)).toEqual([]);
  expect(socials(page, 'https://www.wix.com/')).toEqual(['twitter wix']);
});

test('accepts a repository only if its owner is named like the site', () => {
  const page =
    '<a href="https://github.com/twbs/bootstrap">x</a><a href="https://github.com/acme/widget">x</a>';
  expect(socials(page)).toEqual(['github acme']);
  expect(socials(page, null)).toEqual([]);
});

test('finds URLs in the text and twitter:site', () => {
  expect(
    socials('<p>See https://www.instagram.com/old_town/, twitter.com/acme. -https://linkedin.com/in/ann</p>'),
  ).toEqual(['twitter acme', 'instagram old_town', 'linkedin ann']);
  expect(
    socials(
      '<p>xfacebook.com/no 0facebook.com/no _linkedin.com/in/no xhttps://twitter.com/no a@x.com/no</p>',
    ),
  ).toEqual([]);
  expect(socials('<meta name="twitter:site" content="@acme">')).toEqual(['twitter acme']);
});

/** The profiles that count as the company's, by network. */
function ofCompany(html: string, url = 'https://www.acme.com/'): Record<string, string> {
  const { socials } = siteContacts([extractPage(html, url)], url);
  return Object.fromEntries(Object.entries(socials).map(([network, { username }]) => [network, username]));
}

test.each([
  [
    'a person in the footer, and the company in the text',
    '<footer><a href="https://linkedin.com/in/ann">x</a></footer><p><a href="https://linkedin.com/company/holding">x</a></p>',
    { linkedin: 'holding' },
  ],
  ['a person alone', '<footer><a href="https://www.linkedin.com/in/ann">x</a></footer>', {}],
  ['a person on XING', '<a href="https://www.xing.com/profile/Ann_Lee">x</a>', {}],
  ['the author of the page', '<meta name="twitter:creator" content="@ann">', {}],
  [
    'an author in structured data',
    '<script type="application/ld+json">{"@graph":[{"@type":"Person","name":"Ann","sameAs":["https://twitter.com/ann","https://www.facebook.com/ann.lee"]},{"@type":"Organization","sameAs":"https://x.com/acme"}]}</script>',
    { twitter: 'acme' },
  ],
])("doesn't take a personal profile for the company's: %s", (_, html, expected) => {
  expect(ofCompany(html)).toEqual(expected);
});

test('takes the profile of the person whose site it is', () => {
  const page = '<footer><a href="https://www.linkedin.com/in/ann-lee">x</a></footer>';
  expect(ofCompany(page, 'https://annlee.com/')).toEqual({ linkedin: 'ann-lee' });
  expect(ofCompany('<a rel="me" href="https://www.linkedin.com/in/ann">x</a>')).toEqual({ linkedin: 'ann' });
});
