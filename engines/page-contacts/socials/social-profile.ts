import type { SocialNetwork } from '#contract/website.ts';
import { behindRedirect } from '#engines/list-items/redirect-links.ts';
import { MORE_HINT, MORE_HOSTS } from './more-networks.ts';
import { encodePart, type ProfileReader, type SocialProfile, wordSet } from './profile-reader.ts';

export type { SocialProfile } from './profile-reader.ts';

const TWITTER_RESERVED = wordSet(
  'home share intent search hashtag i login signup explore settings tos privacy about jobs download messages notifications compose account logout help who_to_follow widgets statuses oauth goodies logo javascripts images status events invitations sessions personalization terms rules directory',
);
const FACEBOOK_RESERVED = wordSet(
  'sharer sharer.php share share.php dialog plugins tr login login.php help policies policy policy.php privacy terms terms.php events event.php groups group.php watch marketplace hashtag search photo.php photo photos permalink.php story.php media notes note.php games apps ads business legal settings home.php l.php r.php reg badges connect ajax video.php videos video reel reels stories gaming live careers about rsrc.php flx docs security people home find-friends recover bookmarks messages notifications campaign platform fbml 2008 ad_campaign feeds pages profile.php p pg public sharer.html share_channel confirmemail.php cookie cookies fundraisers donate job jobs places pages_manager addfriend.php friends index.php inbox nearby media_set topic v2.0',
);
const YOUTUBE_RESERVED = wordSet(
  'watch embed playlist results feed feeds shorts live v e t about yt account channel user c hashtag gaming premium music kids creators ads howyoutubeworks iframe_api player_api subscribe_embed attribution_link redirect oembed s img signin upload trends tv movies my_videos index videos clip post playlists subscription_center subscription_manager watch_popup get_video_info vi comment_servlet api jobs new static view_play_list watch_videos',
);
const INSTAGRAM_RESERVED = wordSet(
  'p explore reel reels tv stories accounts about legal developer developers directory web share _n _u direct challenge oauth api embed.js static press help privacy terms download emails session graphql ar s qr nametag lite popular invites topics blog jobs',
);
const GITHUB_RESERVED = wordSet(
  'features pricing about login join topics explore marketplace sponsors orgs settings notifications search security enterprise team customer-stories readme collections trending events contact site apps new organizations issues pulls stars codespaces nonprofit edu resources solutions logout sessions signup mobile discussions dashboard account blog premium-support copilot actions github-copilot users repos raw gist gists watching partners nonprofits why-github education open-source home login.php',
);

/** Accounts of networks and site builders, which templates leave in place. */
const TEMPLATE_ACCOUNTS = wordSet(
  'twitter facebook instagram linkedin youtube github google x meta wix wixstudio wixcom squarespace wordpress wordpressdotcom wordpresscom shopify godaddy weebly webflow elementor themeforest envato jimdo ionos duda strikingly tumblr username yourusername your-username yourprofile yourpage your-page yourpagename yourname your-name your_username yourcompany your-company companyname mycompany profile example user themeisle themegrill themeinwp wpengine elegantthemes themefusion',
);

/** `#!/acme`, also with an encoded exclamation mark. */
const HASHBANG = /^#(?:!|%21)\/?/i;

function pathSegments(path: string): string[] {
  return path
    .split('/')
    .filter((segment) => segment !== '')
    .map((segment) => decoded(segment).trim());
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

const readTwitter: ProfileReader = (all, url) => {
  // `/%23!/acme`: the whole fragment is encoded
  const segments = all[0] === '#!' ? all.slice(1) : all;
  if (segments.join('/') === 'intent/user')
    return readTwitter([url.searchParams.get('screen_name') ?? ''], url);
  const name = segments[0]?.replace(/^@/, '') ?? '';
  if (!/^\w{1,15}$/.test(name) || TWITTER_RESERVED.has(name.toLowerCase())) return null;
  // `/en/tos`: a language before one of the network's own pages
  if (/^[a-z]{2}$/.test(name) && segments.length > 1) return null;
  // a single post
  if (/^status(?:es)?$/i.test(segments[1] ?? '')) return null;
  const host = url.hostname.endsWith('x.com') ? 'x.com' : 'twitter.com';
  return { url: `https://${host}/${name}`, username: name, rank: segments.length === 1 ? 2 : 1 };
};

const readFacebook: ProfileReader = (segments, url) => {
  const base = 'https://www.facebook.com';
  let [first = '', second = '', third = '', fourth = ''] = segments;
  if (first.toLowerCase() === 'pg' && second) [first, second, third, fourth] = [second, third, fourth, ''];
  const lower = first.toLowerCase();
  if (lower === 'profile.php') {
    const id = url.searchParams.get('id') ?? '';
    return /^\d{3,20}$/.test(id) ? { url: `${base}/profile.php?id=${id}`, username: id, rank: 2 } : null;
  }
  if (lower === 'pages') {
    if (second.toLowerCase() === 'category' && fourth)
      return {
        url: `${base}/pages/category/${encodePart(third)}/${encodePart(fourth)}`,
        username: fourth,
        rank: 2,
      };
    if (second && /^\d{4,20}$/.test(third))
      return { url: `${base}/pages/${encodePart(second)}/${third}`, username: second, rank: 2 };
    // `/pages/Springfield/Acme-Bakery/1234567`: a place before the name
    if (second && third && /^\d{4,20}$/.test(fourth))
      return {
        url: `${base}/pages/${encodePart(second)}/${encodePart(third)}/${fourth}`,
        username: third,
        rank: 2,
      };
    if (second && !third && !/^(?:create|merge|search|category|launchpoint)$/i.test(second))
      return { url: `${base}/pages/${encodePart(second)}`, username: second, rank: 1 };
    return null;
  }
  if (lower === 'people' && second && /^\d{4,20}$/.test(third))
    return { url: `${base}/people/${encodePart(second)}/${third}`, username: second, rank: 2 };
  if (lower === 'p' && /-\d{6,20}$/.test(second))
    return { url: `${base}/p/${encodePart(second)}`, username: second, rank: 2 };
  if (FACEBOOK_RESERVED.has(lower) || /\.php$/.test(lower) || /^v\d+\.\d+$/.test(lower)) return null;
  first = first.replace(/^@/, '');
  if (!/^[\p{L}\p{N}][\p{L}\p{N}.-]{1,79}$/u.test(first)) return null;
  if (/^(?:posts|photos?|videos?|events|reels?)$/i.test(second) && third)
    return { url: `${base}/${encodePart(first)}`, username: first, rank: 0 };
  return { url: `${base}/${encodePart(first)}`, username: first, rank: segments.length === 1 ? 2 : 1 };
};

const readGooglePlus: ProfileReader = (segments, url) => {
  let rest = segments;
  if (rest[0] === 'u' || rest[0] === 'b') rest = rest.slice(2);
  if (rest[0] === '_') rest = rest.slice(1);
  const name = rest[0] ?? '';
  if (url.hostname !== 'plus.google.com' && !name.startsWith('+')) return null;
  if (!/^\+[\p{L}\p{N}_.-]{2,80}$/u.test(name) && !/^\d{15,25}$/.test(name)) return null;
  return { url: `https://plus.google.com/${name}`, username: name, rank: 2 };
};

const readYoutube: ProfileReader = (segments) => {
  const base = 'https://www.youtube.com';
  const first = segments[0] ?? '';
  const second = first === 'c' ? (segments[1] ?? '').replace(/^@/, '') : (segments[1] ?? '');
  if (first === 'channel')
    return /^UC[\w-]{20,24}$/.test(second)
      ? { url: `${base}/channel/${second}`, username: second, rank: 2 }
      : null;
  if (first === 'user' || first === 'c')
    return second && /^[\p{L}\p{N}_.-]{1,100}$/u.test(second)
      ? { url: `${base}/${first}/${encodePart(second)}`, username: second, rank: 2 }
      : null;
  if (first.startsWith('@'))
    return /^@[\p{L}\p{N}_.·-]{3,60}$/u.test(first)
      ? { url: `${base}/${encodePart(first)}`, username: first.slice(1), rank: 3 }
      : null;
  if (YOUTUBE_RESERVED.has(first.toLowerCase()) || !/^[\p{L}\p{N}_-]{2,60}$/u.test(first)) return null;
  return { url: `${base}/${encodePart(first)}`, username: first, rank: 1 };
};

const readInstagram: ProfileReader = (segments) => {
  const isInner = segments[0] === '_u' || (segments[0] === 'stories' && segments.length === 2);
  const name = (isInner ? segments[1] : segments[0])?.replace(/^@/, '') ?? '';
  if (!/^\w[\w.]{1,29}$/.test(name) || INSTAGRAM_RESERVED.has(name.toLowerCase())) return null;
  if (/^(?:p|reel|tv)$/.test(segments[1] ?? '')) return null;
  return { url: `https://www.instagram.com/${name}`, username: name, rank: segments.length === 1 ? 2 : 1 };
};

const LINKEDIN_RANK: Readonly<Record<string, number>> = { company: 3, school: 2, showcase: 1, in: 0, pub: 0 };

const readLinkedin: ProfileReader = (all) => {
  const segments = /^(?:mwlite|m|comm|organization-guest)$/.test(all[0] ?? '') ? all.slice(1) : all;
  const [kind = '', slug = ''] = segments;
  const form =
    kind.toLowerCase() === 'companies' || kind.toLowerCase() === 'company-beta'
      ? 'company'
      : kind.toLowerCase();
  const rank = LINKEDIN_RANK[form];
  if (rank === undefined || !/^[\p{L}\p{N}][\p{L}\p{N}_.&'’%+#-]{0,99}$/u.test(slug)) return null;
  if (form === 'company' && /^(?:setup|new|search)$/.test(slug)) return null;
  const path = form === 'pub' ? segments.slice(1, 5) : [slug];
  const url = `https://www.linkedin.com/${form}/${path.map(encodePart).join('/')}`;
  return { url, username: slug, rank, ...(rank === 0 ? { personal: true } : {}) };
};

const readGithub: ProfileReader = (segments) => {
  const name = (segments[0] === 'orgs' ? segments[1] : segments[0]) ?? '';
  if (!/^[a-z\d](?:[a-z\d]|-(?=[a-z\d])){0,38}$/i.test(name)) return null;
  if (segments[0] !== 'orgs' && GITHUB_RESERVED.has(name.toLowerCase())) return null;
  const own = segments.length === 1 || segments[0] === 'orgs';
  // A repository may be a library that the page uses.
  return { url: `https://github.com/${name}`, username: name, rank: own ? 2 : 0 };
};

const HOSTS: readonly (readonly [RegExp, SocialNetwork, ProfileReader])[] = [
  [/^(?:(?:www|mobile|m)\.)?(?:twitter|x)\.com$/, 'twitter', readTwitter],
  [
    /^(?:(?:www|m|web|touch|mbasic|free|business|[a-z]{2}-[a-z]{2})\.)?(?:facebook|fb)\.com$|^fb\.me$/,
    'facebook',
    readFacebook,
  ],
  [/^plus\.google\.com$|^(?:www\.)?google\.com$/, 'google_plus', readGooglePlus],
  [/^m\.me$/, 'facebook', (segments, url) => (segments.length === 1 ? readFacebook(segments, url) : null)],
  [/^ig\.me$/, 'instagram', ([kind, ...rest], url) => (kind === 'm' ? readInstagram(rest, url) : null)],
  [/^(?:(?:www|m|music|gaming)\.)?youtube\.com$/, 'youtube', readYoutube],
  [/^(?:(?:www|m)\.)?(?:instagram\.com|instagr\.am)$/, 'instagram', readInstagram],
  [/^(?:(?:www|m|[a-z]{2})\.)?linkedin\.(?:com|cn)$/, 'linkedin', readLinkedin],
  [/^(?:www\.)?github\.com$/, 'github', readGithub],
  ...MORE_HOSTS,
];

/** A link within the site. */
const OWN_PAGE = /^\s*(?:\/(?!\/)|#|[\w-]+\.html?$|(?:mailto|tel|javascript):)/i;

const SLASH = 0x2f;
const MAX_URL_CHARS = 500;
/** Facebook adds a long key to the links through its own page. */
const MAX_REDIRECT_CHARS = 2_000;

/** Cheap pre-check: every URL of these networks matches. */
const HINT =
  /twitter\.com|\bx\.com|facebook\.com|\bfb\.(?:com|me)|google\.com\/|youtube\.com|instagr|linkedin\.c|github\.com|\b(?:m|ig)\.me\//i;

/**
 * Parses a profile URL, which may lack its scheme, also behind a redirect of Facebook or Google. Returns null for anything else: posts, share and intent
 * links, embeds, login pages.
 */
export function toSocialProfile(href: string): SocialProfile | null {
  const isPath = href.charCodeAt(0) === SLASH && href.charCodeAt(1) !== SLASH;
  if (isPath || href.length > MAX_REDIRECT_CHARS || OWN_PAGE.test(href)) return null;
  if (!(HINT.test(href) || MORE_HINT.test(href))) return null;
  const link = absolute(href);
  const target = link && behindLogin(behindRedirect(link.href));
  const url = target === link?.href ? link : URL.parse(target ?? '');
  if (!url || (url === link ? href : url.href).length > MAX_URL_CHARS) return null;
  const host = url.hostname.toLowerCase();
  for (const [pattern, network, read] of HOSTS) {
    if (!pattern.test(host)) continue;
    const path = HASHBANG.test(url.hash) ? url.hash.replace(HASHBANG, '/') : url.pathname;
    const profile = read(pathSegments(path.split('?')[0]!), url);
    return profile ? { network, ...profile } : null;
  }
  return null;
}

/** Whether a lowercase host belongs to one of these networks. */
export function isSocialHost(host: string): boolean {
  return HOSTS.some(([pattern]) => pattern.test(host));
}

export function isTemplateAccount(username: string): boolean {
  return TEMPLATE_ACCOUNTS.has(username.toLowerCase());
}

/** Where a login page leads to: links to profiles that were copied without a login. */
function behindLogin(address: string): string {
  if (!/\/(?:login|authwall)/i.test(address)) return address;
  const url = URL.parse(address);
  const next = ['next', 'sessionRedirect', 'session_redirect']
    .map((name) => url?.searchParams.get(name))
    .find((value) => value);
  const isOwn = /(?:^|\.)(?:facebook|instagram|linkedin)\.com$/.test(url?.hostname ?? '');
  return (isOwn && next && URL.parse(next, address)?.href) || address;
}

function absolute(href: string): URL | null {
  let text = href
    .trim()
    // Templates that encode the whole address, or put https:// before it again.
    .replace(/^https?%3A%2F%2F\S+$/i, decoded)
    .replace(/^(?:https?:\/{1,2})(?=https?:\/\/)/i, '')
    .replace(/\\\//g, '/')
    .replace(/^whatsapp:\/\/send/i, 'https://api.whatsapp.com/send')
    .replace(/^tg:\/\/resolve\/?\?domain=/i, 'https://t.me/');
  if (text.startsWith('//')) text = `https:${text}`;
  else if (/^(?:[a-z0-9-]+\.)*[a-z0-9-]+\.(?:com|me|am|gg|app|net|social)(?:[/?#]|$)/i.test(text))
    text = `https://${text}`;
  else if (!/^https?:/i.test(text)) return null;
  return URL.canParse(text) ? new URL(text) : null;
}
