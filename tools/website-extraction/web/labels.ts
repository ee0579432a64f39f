import { COMPANY_FIELDS } from '#contract/company-fields.ts';
import { plural } from '#contract/plural.ts';
import type { Evidence, EvidenceSource, SocialNetwork } from '#contract/website.ts';
import type { Rendering } from '../definition.ts';
import type { RowOutcome, WebsiteView } from './view.ts';

export const NETWORK_LABELS: Record<SocialNetwork, string> = {
  twitter: 'X (Twitter)',
  facebook: 'Facebook',
  google_plus: 'Google+',
  youtube: 'YouTube',
  instagram: 'Instagram',
  linkedin: 'LinkedIn',
  github: 'GitHub',
  tiktok: 'TikTok',
  pinterest: 'Pinterest',
  discord: 'Discord',
  whatsapp: 'WhatsApp',
  telegram: 'Telegram',
  threads: 'Threads',
  bluesky: 'Bluesky',
  mastodon: 'Mastodon',
  xing: 'XING',
  medium: 'Medium',
  yelp: 'Yelp',
  tripadvisor: 'Tripadvisor',
  app_store: 'App Store',
  google_play: 'Google Play',
};

export const OUTCOME_LABELS: Record<RowOutcome, string> = {
  found: 'Found',
  not_found: 'Not found',
  blocked: 'Blocked',
  failed: 'Failed',
};

/** Where on the page a value was found, for people who don't know HTML. */
export const SOURCE_LABELS: Record<EvidenceSource, string> = {
  mailto: 'Email link',
  tel: 'Phone link',
  text: 'Page text',
  obfuscated: 'Disguised text',
  cloudflare: 'Protected address (Cloudflare)',
  script: 'Page script',
  'json-ld': 'Business data (JSON-LD)',
  microdata: 'Business data (microdata)',
  meta: 'Page details',
  link: 'Link',
};

const FIELD_LABELS: Record<string, string> = {
  emails: 'Email',
  email: 'Email',
  company_email: 'Company email',
  phones: 'Phone',
  phone: 'Phone',
  phones_country_unknown: 'Phone (country unknown)',
  fax: 'Fax',
  title: 'Title',
  description: 'Description',
  keywords: 'Keywords',
  ...COMPANY_FIELDS,
};

/** The label of the field that a piece of evidence belongs to. */
export function fieldLabel({ field }: Pick<Evidence, 'field'>): string {
  const network = Object.entries(NETWORK_LABELS).find(
    ([key]) => field === key || field.startsWith(`${key}_`),
  );
  return network?.[1] ?? FIELD_LABELS[field] ?? field.replaceAll('_', ' ');
}

/** A row's cost and the reason (docs/deviations.md 11). */
export function chargeText({
  charge,
  outcome,
  row,
}: Pick<WebsiteView, 'charge' | 'outcome' | 'row'>): string {
  if (charge > 0) return `${plural(charge, 'credit')} for reading this site`;
  if (outcome === 'blocked') return 'Free (the site blocked us)';
  if (outcome === 'failed' && row.pages.some(({ read }) => read)) return "Free (not a company's website)";
  if (outcome === 'failed') return "Free (we couldn't read the site)";
  return 'Free';
}

/** How the site was read, for people. */
export const RENDERING_LABELS: Record<Rendering, string> = {
  'read without JavaScript': 'Read without JavaScript',
  'would need rendering': 'Would need a browser. We had none, so something may be missing.',
  rendered: 'Read in a browser, with JavaScript',
};
