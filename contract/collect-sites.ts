/**
 * What the browser extensions collect. No zod here, because the extensions bundle this file. The schemas are
 * in collect.ts, and what each site is in extension/sites.
 */

/** Every site with an extension, one line each, and its page in the dashboard. */
export const SITE_PATHS = {
  'google-maps': '/dashboard/google-maps-scraper',
  twitter: '/dashboard/twitter-scraper',
  clutch: '/dashboard/clutch-scraper',
  crunchbase: '/dashboard/crunchbase-scraper',
  linkedin: '/dashboard/linkedin-scraping',
  'linkedin-jobs': '/dashboard/linkedin-scraping',
  'sales-navigator': '/dashboard/linkedin-scraping',
  'page-contacts': '/dashboard/page-contacts',
} as const;
export type CollectSite = keyof typeof SITE_PATHS;
export const COLLECT_SITES = Object.keys(SITE_PATHS) as CollectSite[];

/** One collected row. A field that the page doesn't show is missing. */
export interface CollectedRow<Column extends string = string> {
  /** unique in its site: place ID, user ID, permalink and so on; also the first of `aliases` */
  key: string;
  /** all identifiers of this row that another view of the page may show instead */
  aliases: string[];
  values: Partial<Record<Column, string>>;
}

/** What an account can do with one extension. The server decides; the extension only shows it early. */
export interface CollectLimits {
  /** rows kept at a time; null for no limit */
  rows: number | null;
  csv: boolean;
  /** `basic` leaves out contact details */
  fields: 'basic' | 'all';
}

/** The free version of the Maps extension: 50 business profiles, no CSV, basic fields (spec lead tools §9). */
export const FREE_COLLECT_LIMITS: CollectLimits = { rows: 50, csv: false, fields: 'basic' };

export const COLLECT_KEY_MAX_CHARS = 200;
export const COLLECT_VALUE_MAX_CHARS = 2000;
export const COLLECT_ALIASES_MAX = 5;
export const COLLECT_IMPORT_MAX_ROWS = 500;
export const COLLECT_IMPORT_MAX_BYTES = 1_000_000;
export const COLLECT_LIST_NAME_MAX_CHARS = 100;

/** Whether `version` is older than `other`, both like 1.2.3. */
export function isOlderVersion(version: string, other: string): boolean {
  const parts = other.split('.').map(Number);
  const differences = version.split('.').map((part, index) => Number(part) - (parts[index] ?? 0));
  return (differences.find((difference) => difference !== 0) ?? 0) < 0;
}
