/**
 * What the browser extensions collect. No zod here, because the extensions bundle this file. The schemas are
 * in collect.ts.
 */
export const COLLECT_SITES = [
  'google-maps',
  'twitter',
  'clutch',
  'crunchbase',
  'linkedin',
  'linkedin-jobs',
  'sales-navigator',
  'page-contacts',
] as const;
export type CollectSite = (typeof COLLECT_SITES)[number];

/** The columns of each site, in the order of the table and the CSV file. All values are text. */
export const COLLECT_COLUMNS = {
  'google-maps': [
    'name',
    'category',
    'rating',
    'reviews',
    'address',
    'street',
    'city',
    'postal_code',
    'state',
    'country_code',
    'phone',
    'website',
    'status',
    'hours',
    'time_zone',
    'price',
    'plus_code',
    'latitude',
    'longitude',
    'place_id',
    'feature_id',
    'maps_url',
  ],
  twitter: [
    'name',
    'handle',
    'bio',
    'category',
    'email',
    'followers',
    'following',
    'posts',
    'location',
    'website',
    'verified',
    'created_at',
    'user_id',
    'profile_url',
  ],
  clutch: [
    'name',
    'website',
    'rating',
    'reviews',
    'hourly_rate',
    'min_project',
    'employees',
    'location',
    'services',
    'profile_url',
  ],
  crunchbase: [
    'name',
    'website',
    'email',
    'phone',
    'description',
    'categories',
    'location',
    'employees',
    'funding_total_usd',
    'founded',
    'linkedin',
    'twitter',
    'facebook',
    'profile_url',
  ],
  linkedin: ['name', 'headline', 'location', 'profile_url'],
  'linkedin-jobs': ['title', 'company', 'location', 'posted', 'job_id', 'job_url'],
  'sales-navigator': ['name', 'title', 'company', 'location', 'degree', 'lead_id', 'profile_url'],
  'page-contacts': ['kind', 'value', 'network', 'written', 'page', 'page_title'],
} as const satisfies Record<CollectSite, readonly string[]>;

export type CollectColumn<S extends CollectSite = CollectSite> = (typeof COLLECT_COLUMNS)[S][number];

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

/** The columns of `fields: 'basic'` where a free version has them: no contact details. */
export const BASIC_COLLECT_COLUMNS = {
  'google-maps': ['name', 'category', 'rating', 'reviews', 'address'],
} as const satisfies Partial<Record<CollectSite, readonly string[]>>;

const ALL: CollectLimits = { rows: null, csv: true, fields: 'all' };
const PREMIUM_SITES: readonly CollectSite[] = [
  'linkedin',
  'linkedin-jobs',
  'sales-navigator',
  'page-contacts',
];

/**
 * What a plan gives with one extension; null if it doesn't include the extension (spec accounts §6, lead tools
 * §6). Someone without an account has the free plan.
 */
export function collectLimits(
  plan: 'free' | 'premium' | 'unlimited',
  site: CollectSite,
): CollectLimits | null {
  if (plan === 'unlimited' || (plan === 'premium' && PREMIUM_SITES.includes(site))) return ALL;
  if (site === 'google-maps') return FREE_COLLECT_LIMITS;
  return site === 'page-contacts' ? { ...FREE_COLLECT_LIMITS, fields: 'all' } : null;
}

export const COLLECT_KEY_MAX_CHARS = 200;
export const COLLECT_VALUE_MAX_CHARS = 2000;
export const COLLECT_ALIASES_MAX = 5;
export const COLLECT_IMPORT_MAX_ROWS = 500;
export const COLLECT_IMPORT_MAX_BYTES = 1_000_000;
export const COLLECT_LIST_NAME_MAX_CHARS = 100;
