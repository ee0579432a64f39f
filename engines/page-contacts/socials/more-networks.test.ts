import { describe, expect, test } from 'vitest';
import { extractPage } from '../extract-page.ts';
import { toSocialProfile } from './social-profile.ts';

const PROFILES: [href: string, network: string, url: string, username: string][] = [
  ['https://www.tiktok.com/@acme', 'tiktok', 'https://www.tiktok.com/@acme', 'acme'],
  ['https://m.tiktok.com/@acme.co?lang=de', 'tiktok', 'https://www.tiktok.com/@acme.co', 'acme.co'],
  ['https://de.pinterest.com/acme/', 'pinterest', 'https://www.pinterest.com/acme', 'acme'],
  ['https://www.pinterest.co.uk/acme/boards', 'pinterest', 'https://www.pinterest.com/acme', 'acme'],
  ['https://discord.gg/acme', 'discord', 'https://discord.gg/acme', 'acme'],
  ['https://discord.com/invite/Ab3dEf', 'discord', 'https://discord.gg/Ab3dEf', 'Ab3dEf'],
  ['https://wa.me/491712345678?text=Hi', 'whatsapp', 'https://wa.me/491712345678', '491712345678'],
  ['whatsapp://send?phone=+491712345678', 'whatsapp', 'https://wa.me/491712345678', '491712345678'],
  [
    'https://api.whatsapp.com/send?phone=49171234567&text=x',
    'whatsapp',
    'https://wa.me/49171234567',
    '49171234567',
  ],
  ['https://t.me/acme', 'telegram', 'https://t.me/acme', 'acme'],
  ['https://t.me/s/acme', 'telegram', 'https://t.me/acme', 'acme'],
  ['tg://resolve?domain=acme', 'telegram', 'https://t.me/acme', 'acme'],
  ['https://www.threads.net/@acme', 'threads', 'https://www.threads.com/@acme', 'acme'],
  [
    'https://bsky.app/profile/acme.bsky.social',
    'bluesky',
    'https://bsky.app/profile/acme.bsky.social',
    'acme.bsky.social',
  ],
  ['https://mastodon.social/@acme', 'mastodon', 'https://mastodon.social/@acme', 'acme@mastodon.social'],
  ['https://fosstodon.org/users/acme', 'mastodon', 'https://fosstodon.org/@acme', 'acme@fosstodon.org'],
  ['https://www.xing.com/companies/acmegmbh', 'xing', 'https://www.xing.com/pages/acmegmbh', 'acmegmbh'],
  ['https://www.xing.com/profile/Ann_Lee', 'xing', 'https://www.xing.com/profile/Ann_Lee', 'Ann_Lee'],
  ['https://medium.com/@acme', 'medium', 'https://medium.com/@acme', 'acme'],
  ['https://acme.medium.com/', 'medium', 'https://acme.medium.com', 'acme'],
  ['https://www.yelp.de/biz/acme-berlin', 'yelp', 'https://www.yelp.com/biz/acme-berlin', 'acme-berlin'],
  [
    'https://www.tripadvisor.de/Hotel_Review-g187323-d123456-Reviews-Hotel_Acme-Berlin.html',
    'tripadvisor',
    'https://www.tripadvisor.com/Hotel_Review-g187323-d123456-Reviews-Hotel_Acme-Berlin.html',
    'Hotel_Acme',
  ],
  [
    'https://apps.apple.com/de/app/acme/id123456789',
    'app_store',
    'https://apps.apple.com/app/id123456789',
    'id123456789',
  ],
  [
    'https://play.google.com/store/apps/details?id=com.acme.app&hl=de',
    'google_play',
    'https://play.google.com/store/apps/details?id=com.acme.app',
    'com.acme.app',
  ],
];

describe('profiles of more networks', () => {
  test.each(PROFILES)('%s', (href, network, url, username) =>
    expect(toSocialProfile(href)).toMatchObject({ network, url, username }),
  );
});

describe('pages of the networks themselves', () => {
  test.each([
    'https://www.tiktok.com/trending',
    'https://www.tiktok.com/@me',
    'https://www.tiktok.com/embed/v2/123',
    'https://www.pinterest.com/pin/create/button/?url=x',
    'https://www.pinterest.com/trending/',
    'https://www.pinterest.com/me',
    'https://discord.com/channels/@me',
    'https://discord.com/download',
    'https://api.whatsapp.com/send?text=Look',
    'https://chat.whatsapp.com/AbCdEf',
    'https://www.whatsapp.com/legal',
    'https://t.me/share/url?url=x',
    'https://t.me/joinchat/AbCd',
    'https://www.threads.net/intent/post?text=x',
    'https://bsky.app/intent/compose?text=x',
    'https://www.xing.com/spi/shares/new?url=x',
    'https://www.xing.com/jobs/berlin-1',
    'https://medium.com/tag/acme',
    'https://medium.com/m/signin',
    'https://www.yelp.com/search?find_desc=x',
    'https://www.tripadvisor.com/Tourism-g187323-Berlin.html',
    'https://apps.apple.com/de/genre/ios/id36',
    'https://play.google.com/store/apps',
    'https://www.example.com/@acme',
  ])('%s', (href) => expect(toSocialProfile(href)).toBeNull());
});

test('a page gives the profiles of all networks', () => {
  const links = PROFILES.map(([href]) => `<a href="${href}">x</a>`).join('');
  const page = extractPage(`<footer>${links}</footer>`, 'https://www.acme.com/', { now: () => 0 });
  const networks = new Set(page.socials.map((profile) => profile.network));
  expect(networks.size).toBe(14);
});
