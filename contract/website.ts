import { z } from 'zod';

/** The networks a row has columns for, in column order (spec lead tools §3). */
export const SOCIAL_NETWORKS = [
  'twitter',
  'facebook',
  'google_plus',
  'youtube',
  'instagram',
  'linkedin',
  'github',
] as const;
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

/** One finding: the value as the row has it, as the page wrote it, where, and how. */
export const Evidence = z.object({
  field: z.string(),
  value: z.string(),
  written: z.string(),
  source: EvidenceSource,
  page: z.string(),
});
export type Evidence = z.infer<typeof Evidence>;

/** One page that was read or not, with the reason in words a salesperson understands. */
export const PageReceipt = z.object({
  url: z.string(),
  read: z.boolean(),
  /** HTTP status, where an answer came */
  status: z.int().nullable(),
  reason: z.string().nullable(),
});
export type PageReceipt = z.infer<typeof PageReceipt>;

/** How list fields are joined in a CSV cell (spec lead tools §5). */
export const CSV_LIST_SEPARATOR = '; ';

/** What became of pasted lines. `urls` are distinct and in the order given. */
export interface UrlLines {
  urls: string[];
  /** lines left out because an identical URL stands before them */
  duplicates: number;
  /** lines that are no web address, with their 1-based line number */
  invalid: { line: number; text: string }[];
}

const HAS_SCHEME = /^[a-z][a-z0-9+.-]*:/i;
const HAS_HTTP = /^https?:\/\//i;

/**
 * Reads pasted lines (spec lead tools §5): trims, drops empty ones, adds https:// where no http(s):// stands, leaves out
 * identical URLs and names what is no web address. Accepts what a person means: `acme.com`, `acme.com:8080/x`, `//acme.com`.
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

/** One written web address -> its canonical form without fragment, or null. */
export function toWebUrl(written: string): string | null {
  if (written.length > MAX_URL_CHARS) return null;
  let candidate = written;
  if (!HAS_HTTP.test(candidate)) {
    if (HAS_SCHEME.test(candidate) && !/^[^:/?#]+:\d+(?:[/?#]|$)/.test(candidate)) return null;
    candidate = `https://${candidate.replace(/^\/\//, '')}`;
  }
  if (!URL.canParse(candidate)) return null;
  const url = new URL(candidate);
  // A host without a dot is a word, not a web address; an IPv6 literal has brackets instead.
  if (!url.hostname.includes('.') && !url.hostname.startsWith('[') && url.hostname !== 'localhost')
    return null;
  // URL parsers let commas and semicolons stand in a host (`acme.com,beta.com`); DNS names have none.
  if (!/^(?:[\w.-]+|\[.*\])$/.test(url.hostname)) return null;
  if (url.username || url.password) return null;
  url.hash = '';
  return url.href;
}
