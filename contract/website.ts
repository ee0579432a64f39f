import { z } from 'zod';

/** The social networks of the spec, in column order (spec lead tools §3). */
const SPEC_NETWORKS = [
  'twitter',
  'facebook',
  'google_plus',
  'youtube',
  'instagram',
  'linkedin',
  'github',
] as const;

/** More networks, with columns after those of the spec. */
export const MORE_NETWORKS = [
  'tiktok',
  'pinterest',
  'discord',
  'whatsapp',
  'telegram',
  'threads',
  'bluesky',
  'mastodon',
  'xing',
  'medium',
  'yelp',
  'tripadvisor',
  'app_store',
  'google_play',
] as const;

export const SOCIAL_NETWORKS = [...SPEC_NETWORKS, ...MORE_NETWORKS] as const;
export type SocialNetwork = (typeof SOCIAL_NETWORKS)[number];

/** Where on a page a value was found. */
export const EVIDENCE_SOURCES = [
  'mailto',
  'tel',
  'text',
  'obfuscated',
  'cloudflare',
  'script',
  'json-ld',
  'microdata',
  'meta',
  'link',
] as const;
export const EvidenceSource = z.enum(EVIDENCE_SOURCES);
export type EvidenceSource = z.infer<typeof EvidenceSource>;

/** The source of one value: `value` is normalized, `written` is the original text on the page. */
export const Evidence = z.object({
  field: z.string(),
  value: z.string(),
  written: z.string(),
  source: EvidenceSource,
  page: z.string(),
});
export type Evidence = z.infer<typeof Evidence>;

/** One visited page. If it couldn't be read, `reason` is a message for the user. */
export const PageReceipt = z.object({
  url: z.string(),
  read: z.boolean(),
  /** HTTP status, if the server responded. */
  status: z.int().nullable(),
  reason: z.string().nullable(),
});
export type PageReceipt = z.infer<typeof PageReceipt>;

/** Separator for list fields in a CSV cell (spec lead tools §5). */
export const CSV_LIST_SEPARATOR = '; ';

/** Parsed lines. `urls` are unique and in input order. */
export interface UrlLines {
  urls: string[];
  /** Number of lines skipped because an earlier line has the same URL. */
  duplicates: number;
  /** Lines that aren't web addresses, with 1-based line numbers. */
  invalid: { line: number; text: string }[];
}

const HAS_SCHEME = /^[a-z][a-z0-9+.-]*:/i;
const HAS_HTTP = /^https?:\/\//i;

/**
 * Parses pasted lines (spec lead tools §5): trims them, drops empty ones, adds a missing https://, skips
 * duplicates and reports invalid lines. Accepts short forms: `acme.com`, `acme.com:8080/x`, `//acme.com`.
 */
export function parseUrlLines(lines: Iterable<string>): UrlLines {
  const seen = new Set<string>();
  const invalid: UrlLines['invalid'] = [];
  let duplicates = 0;
  let line = 0;
  for (const raw of lines) {
    line += 1;
    const written = raw.trim();
    if (!written) continue;
    const url = toWebUrl(written);
    if (!url) invalid.push({ line, text: written.slice(0, 200) });
    else if (seen.has(url)) duplicates += 1;
    else seen.add(url);
  }
  return { urls: [...seen], duplicates, invalid };
}

const MAX_URL_CHARS = 2048;

/** A web address as written -> its canonical form without the fragment, or null. */
export function toWebUrl(written: string): string | null {
  if (written.length > MAX_URL_CHARS) return null;
  let candidate = written;
  if (!HAS_HTTP.test(candidate)) {
    if (HAS_SCHEME.test(candidate) && !/^[^:/?#]+:\d+(?:[/?#]|$)/.test(candidate)) return null;
    candidate = `https://${candidate.replace(/^\/\//, '')}`;
  }
  if (!URL.canParse(candidate)) return null;
  const url = new URL(candidate);
  // A host without a dot is just a word, unless it is an IPv6 literal in brackets.
  if (!url.hostname.includes('.') && !url.hostname.startsWith('[') && url.hostname !== 'localhost')
    return null;
  // The URL parser allows commas and semicolons in a host (`acme.com,beta.com`), but DNS doesn't.
  if (!/^(?:[\w.-]+|\[.*\])$/.test(url.hostname)) return null;
  if (url.username || url.password) return null;
  url.hash = '';
  return url.href;
}
