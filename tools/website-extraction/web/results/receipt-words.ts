import type { Evidence, EvidenceSource, SocialNetwork } from '#contract/website.ts';
import type { RowOutcome } from './website-row.ts';

export const NETWORK_NAMES: Record<SocialNetwork, string> = {
  twitter: 'X (Twitter)',
  facebook: 'Facebook',
  google_plus: 'Google+',
  youtube: 'YouTube',
  instagram: 'Instagram',
  linkedin: 'LinkedIn',
  github: 'GitHub',
};

export const OUTCOME_WORDS: Record<RowOutcome, string> = {
  found: 'Found',
  not_found: 'Nothing found',
  blocked: 'Blocked',
  failed: 'Failed',
};

/** How a value was found, for a person who has never seen HTML. */
export const SOURCE_WORDS: Record<EvidenceSource, string> = {
  mailto: 'Email link',
  tel: 'Phone link',
  text: 'Text of the page',
  obfuscated: 'Disguised in the text',
  cloudflare: 'Protected address (Cloudflare)',
  script: 'Script of the page',
  'json-ld': 'Business data (JSON-LD)',
  microdata: 'Business data (microdata)',
  meta: 'Page details',
  link: 'Link',
};

const FIELD_NAMES: Record<string, string> = {
  emails: 'Email',
  email: 'Email',
  company_email: 'Company email',
  phones: 'Phone',
  phone: 'Phone',
  fax: 'Fax',
  title: 'Title',
  description: 'Description',
  keywords: 'Keywords',
};

/** What kind of value a piece of evidence is for. */
export function fieldName({ field }: Pick<Evidence, 'field'>): string {
  const network = Object.entries(NETWORK_NAMES).find(([key]) => field === key || field.startsWith(`${key}_`));
  return network?.[1] ?? FIELD_NAMES[field] ?? field.replaceAll('_', ' ');
}

/** What a row cost and why (docs/deviations.md 11). */
export function chargeWords(charge: number, outcome: RowOutcome): string {
  if (charge > 0) return `${charge} credit${charge === 1 ? '' : 's'}, for the page that was read`;
  if (outcome === 'blocked') return 'Nothing. A site that keeps us out is never billed';
  if (outcome === 'failed') return 'Nothing. A site that could not be read is never billed';
  return 'Nothing';
}
