import type { SocialNetwork } from '#contract/website.ts';
import { encodePart, type ProfileReader, wordSet } from './profile-reader.ts';

/** First path segments that are pages of a network itself. */
const RESERVED: Readonly<Partial<Record<SocialNetwork, ReadonlySet<string>>>> = {
  pinterest: wordSet(
    'pin search ideas categories about business me trending today login logout settings password _ resource explore topics source videos news_hub convert-business terms privacy policy help hc v3 oauth join create following boards',
  ),
  telegram: wordSet(
    'share joinchat addstickers addemoji addtheme proxy socks iv login setlanguage bg c confirmphone invoice boost me trending contact faq apps dl blog privacy tos',
  ),
  medium: wordSet(
    'm me tag tags topic topics search about policy membership creators plans new-story jobs-at-medium p r s u explore-topics trending home story browse partner-program business help gift signin help-center',
  ),
  xing: wordSet('app jobs search share events news login signup start about help spi'),
  discord: wordSet(
    'me trending channels login register app download nitro safety guidelines terms privacy company jobs developers blog',
  ),
  threads: wordSet('me trending login search legal intent'),
  tiktok: wordSet('me trending'),
};

function isReserved(network: SocialNetwork, name: string): boolean {
  return RESERVED[network]?.has(name.toLowerCase()) ?? false;
}

/** `/@name` */
function handle(segments: readonly string[], network: SocialNetwork, form: RegExp): string | null {
  const [first = ''] = segments;
  const name = first.startsWith('@') ? first.slice(1) : '';
  return form.test(name) && !isReserved(network, name) ? name : null;
}

const readTiktok: ProfileReader = (segments) => {
  const name = handle(segments, 'tiktok', /^[\w.]{2,24}$/);
  if (!name) return null;
  // The page of a video names its author.
  return { url: `https://www.tiktok.com/@${name}`, username: name, rank: segments.length === 1 ? 2 : 0 };
};

const readPinterest: ProfileReader = ([name = '', ...rest]) => {
  if (!/^\w{3,30}$/.test(name) || isReserved('pinterest', name)) return null;
  return { url: `https://www.pinterest.com/${name}`, username: name, rank: rest.length === 0 ? 2 : 1 };
};

const readDiscord: ProfileReader = (segments, url) => {
  const isShort = url.hostname.endsWith('discord.gg');
  const [kind = '', second = ''] = segments;
  const code = isShort ? kind : kind === 'invite' ? second : kind === 'servers' ? '' : '';
  if (!/^[\w-]{2,40}$/.test(code) || isReserved('discord', code)) return null;
  return { url: `https://discord.gg/${code}`, username: code, rank: 2 };
};

const readWhatsapp: ProfileReader = (segments, url) => {
  const [first = '', second = ''] = segments;
  const isShort = url.hostname.endsWith('wa.me');
  const number = (isShort ? first : (url.searchParams.get('phone') ?? '')).replace(/\D/g, '');
  if (/^[1-9]\d{6,14}$/.test(number) && (isShort ? /^\+?\d+$/.test(first) : true))
    return { url: `https://wa.me/${number}`, username: number, rank: 2 };
  if (isShort && first === 'message' && /^\w{8,30}$/.test(second))
    return { url: `https://wa.me/message/${second}`, username: second, rank: 1 };
  if (first === 'channel' && /^\w{10,40}$/.test(second))
    return { url: `https://whatsapp.com/channel/${second}`, username: second, rank: 1 };
  return null;
};

const readTelegram: ProfileReader = (segments) => {
  const [first = '', second = ''] = segments[0] === 's' ? segments.slice(1) : segments;
  const name = first.replace(/^@/, '');
  if (!/^[a-z]\w{3,31}$/i.test(name) || isReserved('telegram', name)) return null;
  return { url: `https://t.me/${name}`, username: name, rank: second ? 1 : 2 };
};

const readThreads: ProfileReader = (segments) => {
  const name = handle(segments, 'threads', /^\w[\w.]{0,29}$/);
  return name
    ? { url: `https://www.threads.com/@${name}`, username: name, rank: segments.length === 1 ? 2 : 0 }
    : null;
};

const readBluesky: ProfileReader = ([kind = '', name = '', ...rest]) => {
  const isHandle = /^(?:[a-z\d-]+\.)+[a-z]{2,24}$/i.test(name) || /^did:plc:[a-z\d]{24}$/.test(name);
  if (kind !== 'profile' || !isHandle) return null;
  return { url: `https://bsky.app/profile/${name}`, username: name, rank: rest.length === 0 ? 2 : 0 };
};

const readMastodon: ProfileReader = (segments, url) => {
  const first = segments[0] === 'web' ? segments[1] : segments[0];
  const name = /^@(\w{1,30})$/.exec(first ?? '')?.[1] ?? (first === 'users' ? segments[1] : undefined);
  if (!name || !/^\w{1,30}$/.test(name)) return null;
  const host = url.hostname.toLowerCase();
  const isPost = /^\d{6,}$/.test(segments[1] ?? '');
  return { url: `https://${host}/@${name}`, username: `${name}@${host}`, rank: isPost ? 0 : 2 };
};

const readXing: ProfileReader = ([kind = '', name = '']) => {
  const form = kind === 'company' || kind === 'companies' ? 'pages' : kind;
  if (!/^(?:pages|profile)$/.test(form) || !/^[\p{L}\p{N}][\p{L}\p{N}_.-]{1,99}$/u.test(name)) return null;
  if (isReserved('xing', name)) return null;
  const rank = form === 'pages' ? 3 : 0;
  const url = `https://www.xing.com/${form}/${encodePart(name)}`;
  return { url, username: name, rank, ...(rank === 0 ? { personal: true } : {}) };
};

const readMedium: ProfileReader = (segments, url) => {
  const sub = /^([a-z\d][a-z\d-]{1,60})\.medium\.com$/i.exec(url.hostname)?.[1];
  if (sub && sub !== 'www')
    return { url: `https://${sub}.medium.com`, username: sub, rank: segments.length ? 0 : 2 };
  const [first = ''] = segments;
  const name = first.replace(/^@/, '');
  if (!/^[\w.-]{2,60}$/.test(name) || isReserved('medium', name)) return null;
  // Articles link to authors, so only one named like the site counts.
  return { url: `https://medium.com/${first}`, username: name, rank: 0 };
};

const readYelp: ProfileReader = ([kind = '', name = '']) => {
  if (kind !== 'biz' || !/^[\p{L}\p{N}][\p{L}\p{N}%'’-]{2,120}$/u.test(name)) return null;
  return { url: `https://www.yelp.com/biz/${encodePart(name)}`, username: name, rank: 2 };
};

const readTripadvisor: ProfileReader = ([page = '']) => {
  const place =
    /^(?:Hotel|Restaurant|Attraction|VacationRental|ShowUserReviews|Profile)[\w]*?(?:_Review)?-(g\d+)-(d\d+)(?:-r\d+)?-?(?:Reviews-)?([^/]*?)(?:\.html)?$/.exec(
      page,
    );
  if (!place) return null;
  const name = place[3]?.split('-')[0] || place[2]!;
  const path = page.replace(/-r\d+/, '').replace(/(?:\.html)?$/, '.html');
  return { url: `https://www.tripadvisor.com/${encodePart(path)}`, username: name, rank: 2 };
};

const readAppStore: ProfileReader = (segments) => {
  const id = segments.find((segment) => /^id\d{6,12}$/.test(segment));
  const kind = segments.find((segment) => segment === 'app' || segment === 'developer');
  return id && kind ? { url: `https://apps.apple.com/${kind}/${id}`, username: id, rank: 2 } : null;
};

const readGooglePlay: ProfileReader = (segments, url) => {
  const id = url.searchParams.get('id') ?? '';
  const path = segments.join('/');
  if (path === 'store/apps/details' && /^[a-z]\w*(?:\.\w+)+$/i.test(id))
    return { url: `https://play.google.com/store/apps/details?id=${id}`, username: id, rank: 2 };
  if (/^store\/apps\/dev(?:eloper)?$/.test(path) && /^[\w .+-]{2,60}$/.test(id))
    return { url: `https://play.google.com/${path}?id=${encodeURIComponent(id)}`, username: id, rank: 1 };
  return null;
};

/** Servers of Mastodon, by their names: nothing else tells that a host runs it. */
const MASTODON_HOST =
  /(?:^|\.)(?:mastodon\.[a-z.]+|[a-z-]*mastodon\.[a-z.]+|mstdn\.[a-z.]+|mas\.to|fosstodon\.org|hachyderm\.io|infosec\.exchange|chaos\.social|troet\.cafe|norden\.social|techhub\.social|toot\.[a-z.]+|social\.[a-z-]+\.[a-z]{2,}|[a-z]+\.social|masto\.[a-z]+|home\.social|indieweb\.social|kolektiva\.social|piaille\.fr)$/;

/** Networks after those of the spec. */
export const MORE_HOSTS: readonly (readonly [RegExp, SocialNetwork, ProfileReader])[] = [
  [/^(?:(?:www|m)\.)?tiktok\.com$/, 'tiktok', readTiktok],
  [/^(?:[a-z]{2,3}\.)?pinterest\.(?:com|co\.uk|com\.au|com\.mx|[a-z]{2})$/, 'pinterest', readPinterest],
  [/^(?:www\.)?discord(?:\.gg|\.com|app\.com)$/, 'discord', readDiscord],
  [/^(?:(?:www|api|web)\.)?(?:wa\.me|whatsapp\.com)$/, 'whatsapp', readWhatsapp],
  [/^(?:www\.)?(?:t\.me|telegram\.me|telegram\.dog)$/, 'telegram', readTelegram],
  [/^(?:www\.)?threads\.(?:net|com)$/, 'threads', readThreads],
  [/^(?:www\.)?bsky\.app$/, 'bluesky', readBluesky],
  [/^(?:www\.)?xing\.com$/, 'xing', readXing],
  [/^(?:[a-z\d-]+\.)?medium\.com$/, 'medium', readMedium],
  [/^(?:(?:www|m|[a-z]{2})\.)?yelp\.(?:com|co\.[a-z]{2}|com\.[a-z]{2}|[a-z]{2})$/, 'yelp', readYelp],
  [
    /^(?:(?:www|m|[a-z]{2})\.)?tripadvisor\.(?:com|co\.[a-z]{2}|com\.[a-z]{2}|[a-z]{2})$/,
    'tripadvisor',
    readTripadvisor,
  ],
  [/^(?:apps|itunes)\.apple\.com$/, 'app_store', readAppStore],
  [/^play\.google\.com$/, 'google_play', readGooglePlay],
  [MASTODON_HOST, 'mastodon', readMastodon],
];

/** Cheap pre-check: every URL of these networks matches. */
export const MORE_HINT =
  /tiktok\.com|\btg:|pinterest\.|discord|wa\.me|whatsapp|\bt\.me|telegram\.|threads\.|bsky\.app|xing\.com|medium\.com|yelp\.|tripadvisor\.|apple\.com|play\.google|\/@\w|\/users\//i;
