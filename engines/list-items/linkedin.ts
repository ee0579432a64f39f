import { itemText } from './cell-text.ts';

/** A person's LinkedIn profile. Two texts with the same `key` are one profile. */
export interface LinkedinProfile {
  /** `in/jane-doe`, or `id/ACwAA...` for a profile known by its member id only */
  key: string;
  /** `https://www.linkedin.com/in/jane-doe` */
  url: string;
  /** a member id instead of a public name */
  opaque: boolean;
}

/** LinkedIn wants no requests of programs to these registrable domains. */
export const LINKEDIN_DOMAINS: readonly string[] = ['linkedin.com', 'lnkd.in'];

/** Why a text isn't a profile. `LINKEDIN_FAULT_LABELS` explains each fault. */
export type LinkedinFault = keyof typeof LINKEDIN_FAULT_LABELS;

export type LinkedinReading = { ok: true; profile: LinkedinProfile } | { ok: false; fault: LinkedinFault };

const USE_PROFILE = 'Use the profile URL of a person, like linkedin.com/in/name';

/** Full sentences, for the row of such a line. */
export const LINKEDIN_FAULT_LABELS = {
  empty: 'The line is empty',
  'not-linkedin': `This isn't a LinkedIn URL. ${USE_PROFILE}`,
  'short-link': `This is a short link. Open it in your browser, and use the address it leads to`,
  company: `This is a company page. ${USE_PROFILE}`,
  school: `This is a school page. ${USE_PROFILE}`,
  showcase: `This is a showcase page of a company. ${USE_PROFILE}`,
  post: `This is a post or an article. ${USE_PROFILE}`,
  search: `This is a search or a list of people. ${USE_PROFILE}`,
  group: `This is a group. ${USE_PROFILE}`,
  job: `This is a job. ${USE_PROFILE}`,
  event: `This is an event. ${USE_PROFILE}`,
  recruiter: `This is a Recruiter link, which only its owner can open. ${USE_PROFILE}`,
  own: `This link opens your own profile. ${USE_PROFILE}`,
  'no-name': 'The name of the profile in this URL is missing or not valid',
  'old-link':
    'This old link lacks the end that identifies the profile. Open it in your browser, and use the address it leads to',
  other: `This LinkedIn page isn't a profile. ${USE_PROFILE}`,
} as const;

const MAX_CHARS = 4000;
const MAX_SLUG_CHARS = 200;
const HOST = /^(?:[a-z0-9-]+\.)*linkedin\.(?:com|cn)$/;
const SHORT_HOST = /^(?:www\.)?lnkd\.in$/;
/** Member ids as LinkedIn's own pages and Sales Navigator write them. Their case matters. */
const MEMBER_ID = /^AC[a-zA-Z]AA[\w-]{20,}$/;
/** The start of paths of older mobile sites and of links in emails. */
const PREFIX = /^(?:m|mwlite|comm|mynetwork)$/;
/** Paths that open a profile after signing in, and the parameters with its address. */
const WALL = /^(?:authwall|login|uas|checkpoint|signup|redir|safety|start)$/;
const TARGET_NAMES = ['session_redirect', 'sessionRedirect', 'url', 'destRedirectURL', 'q'] as const;
const WRAPPER_HOST = /^(?:www\.)?google\.[a-z.]+$|\.safelinks\.protection\.outlook\.com$/;

const FAULT_OF_PATH: Readonly<Record<string, LinkedinFault>> = {
  company: 'company',
  'company-beta': 'company',
  companies: 'company',
  organization: 'company',
  school: 'school',
  edu: 'school',
  university: 'school',
  showcase: 'showcase',
  posts: 'post',
  post: 'post',
  feed: 'post',
  pulse: 'post',
  embed: 'post',
  newsletters: 'post',
  learning: 'other',
  search: 'search',
  vsearch: 'search',
  people: 'search',
  directory: 'search',
  dir: 'search',
  groups: 'group',
  groupitem: 'group',
  jobs: 'job',
  job: 'job',
  events: 'event',
  event: 'event',
  talent: 'recruiter',
  recruiter: 'recruiter',
  hiring: 'recruiter',
  cap: 'recruiter',
};

/**
 * Reads the LinkedIn profile in a cell or line: any country host, with or without scheme, tracking parameters,
 * language or section at the end, percent-encoding, `/pub/` of older lists, member ids, and Sales Navigator.
 * Never throws. Different spellings of one profile have the same key.
 */
export function readLinkedinProfile(written: string): LinkedinReading {
  return readText(itemText(written.slice(0, MAX_CHARS)), 0);
}

/** The key of a profile as people write it; null if the text isn't a profile. */
export function linkedinKey(written: string): string | null {
  const reading = readLinkedinProfile(written);
  return reading.ok ? reading.profile.key : null;
}

/** The canonical URL of a key. */
export function linkedinUrlFromKey(key: string): string {
  return `https://www.linkedin.com/in/${encodeURIComponent(key.slice(key.indexOf('/') + 1))}`;
}

/** What an item of a list of profiles is. Any other text is its own item. */
export function linkedinItemKey(written: string): string {
  return linkedinKey(written) ?? itemText(written).toLowerCase();
}

function readText(text: string, depth: number): LinkedinReading {
  if (text === '') return refused('empty');
  const url = parseUrl(text);
  if (!url) return refused('not-linkedin');
  if (SHORT_HOST.test(url.hostname)) return refused('short-link');
  const isLinkedin = HOST.test(url.hostname);
  if (!isLinkedin && !WRAPPER_HOST.test(url.hostname)) return refused('not-linkedin');
  const path = url.pathname.split('/').filter((part) => part !== '');
  while (isLinkedin && path.length > 1 && PREFIX.test(path[0] ?? '')) path.shift();
  const [kind = ''] = path;
  if (!isLinkedin || WALL.test(kind.toLowerCase())) {
    const target = TARGET_NAMES.map((name) => url.searchParams.get(name)).find((value) => value);
    if (target && depth === 0) return readText(itemText(target.slice(0, MAX_CHARS)), 1);
    return refused(isLinkedin ? 'other' : 'not-linkedin');
  }
  return readPath(path, url);
}

/** The URL of a text with or without a scheme; null for other texts, with a user, or with another scheme. */
function parseUrl(text: string): URL | null {
  if (/\s/.test(text)) return null;
  // A path alone, as some exports have it.
  const full = /^\/?in\/[^/]/i.test(text) ? `www.linkedin.com/${text.replace(/^\//, '')}` : text;
  const url = URL.parse(
    /^[a-z][a-z0-9+.-]*:\/\//i.test(full) ? full : `https://${full.replace(/^\/\//, '')}`,
  );
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '') return null;
  url.hostname = url.hostname.replace(/\.$/, '');
  return url;
}

function readPath(path: readonly string[], url: URL): LinkedinReading {
  const [written = '', name = ''] = path;
  const kind = written.toLowerCase();
  if (kind === 'in') return named(name);
  if (kind === 'pub') return oldProfile(path.slice(1));
  if (kind === 'sales') return salesNavigator(name.toLowerCase(), path[2] ?? '');
  if (kind === 'profile') return readMember(url.searchParams.get('id') ?? '');
  return refused(FAULT_OF_PATH[kind] ?? 'other');
}

function named(written: string): LinkedinReading {
  // No name has these; they separate what follows it.
  const text = decoded(written).split(/[,;|]/, 1)[0]?.trim() ?? '';
  if (text === '') return refused('no-name');
  if (MEMBER_ID.test(text)) return member(text);
  const slug = text.normalize('NFC').toLowerCase();
  if (slug === 'me' || slug === 'edit') return refused('own');
  if (slug === 'unavailable' || slug === 'unknown') return refused('other');
  if (
    slug.length > MAX_SLUG_CHARS ||
    !/^[\p{L}\p{M}\p{N}\p{S}\p{P}\p{Cf}]+$/u.test(slug) ||
    /[<>"\\/@]/.test(slug)
  )
    return refused('no-name');
  return found(`in/${slug}`, false);
}

/** `/pub/jane-doe/1/2b/3c4` is `/in/jane-doe-3c402b1`: LinkedIn redirects in this way. */
function oldProfile([name = '', ...rest]: readonly string[]): LinkedinReading {
  if (name.toLowerCase() === 'dir') return refused('search');
  if (name === '') return refused('no-name');
  const [first = '', second = '', third = ''] = rest.map((part) => part.toLowerCase());
  if (![first, second, third].every((part) => /^[0-9a-f]{1,3}$/.test(part))) return refused('old-link');
  return named(`${name}-${third.padStart(3, '0')}${second.padStart(3, '0')}${first}`);
}

/** `/sales/lead/ACwAA...,NAME_SEARCH,x1y2`: the member id comes before the comma. */
function salesNavigator(kind: string, written: string): LinkedinReading {
  if (kind === 'lead' || kind === 'people' || kind === 'profile')
    return readMember(decoded(written).split(',')[0] ?? '');
  if (kind === 'company' || kind === 'account' || kind === 'accounts') return refused('company');
  return refused(kind === 'search' || kind === 'lists' ? 'search' : 'other');
}

function readMember(id: string): LinkedinReading {
  return MEMBER_ID.test(id) ? member(id) : refused(id === '' ? 'no-name' : 'old-link');
}

function member(id: string): LinkedinReading {
  return found(`id/${id}`, true);
}

function found(key: string, opaque: boolean): LinkedinReading {
  return { ok: true, profile: { key, url: linkedinUrlFromKey(key), opaque } };
}

function refused(fault: LinkedinFault): LinkedinReading {
  return { ok: false, fault };
}

/** Decodes percent-encoding, also if it was encoded twice. */
function decoded(text: string): string {
  let result = text;
  for (let round = 0; round < 2 && /%[0-9a-f]{2}/i.test(result); round += 1) {
    try {
      result = decodeURIComponent(result);
    } catch {
      return result;
    }
  }
  return result;
}
