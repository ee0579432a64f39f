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
const EVIDENCE_SOURCES = [
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

const HAS_SCHEME = /^[a-z][a-z0-9+.-]*:/i;
const HAS_HTTP = /^https?:\/\//i;

const MAX_URL_CHARS = 2048;

/** Letters, digits, hyphens and dots (`acme.com`, `münchen.de`), or an IPv6 literal. */
const WRITTEN_HOST = /^(?:[\p{L}\p{M}\p{Nd}_.。．｡-]+|\[[\da-f:.]+\])$/iu;
const IPV4 = /^\d{1,3}(?:\.\d{1,3}){3}$/;

/**
 * A web address as written -> its canonical form without the fragment, or null. Never returns a host that
 * isn't in the text: the URL parser drops tabs and line breaks (`Acme<TAB>site.com`) and reads `12.50` as an
 * IP address.
 */
export function toWebUrl(written: string): string | null {
  if (written.length > MAX_URL_CHARS || /[\p{Cc}\p{Cf}\s]/u.test(written)) return null;
  let candidate = written;
  if (!HAS_HTTP.test(candidate)) {
    if (HAS_SCHEME.test(candidate) && !/^[^:/?#]+:\d+(?:[/?#]|$)/.test(candidate)) return null;
    candidate = `https://${candidate.replace(/^\/\//, '')}`;
  }
  const host = /^https?:\/\/([^/?#\\]*)/i.exec(candidate)?.[1]?.replace(/:\d*$/, '') ?? '';
  if (!WRITTEN_HOST.test(host) || !URL.canParse(candidate)) return null;
  const url = new URL(candidate);
  url.hostname = url.hostname.replace(/\.$/, '');
  const { hostname } = url;
  // A host without a dot is just a word, unless it is an IPv6 literal in brackets.
  if (!hostname.includes('.') && !hostname.startsWith('[') && hostname !== 'localhost') return null;
  if (hostname.split('.').includes('')) return null;
  if (IPV4.test(hostname) && hostname !== host.replace(/\.$/, '')) return null;
  url.hash = '';
  // Drops a lone question mark.
  if (url.search === '') url.search = '';
  return url.href;
}
