import type { CollectSite } from '#contract/collect-sites.ts';
import type { LeadDatabase } from '#contract/leads.ts';

/** The websites of the extensions, as people know them. */
export const SITE_NAMES: Readonly<Record<CollectSite, string>> = {
  'google-maps': 'Google Maps',
  twitter: 'X (Twitter)',
  clutch: 'Clutch',
  crunchbase: 'Crunchbase',
  linkedin: 'LinkedIn',
  'linkedin-jobs': 'LinkedIn Jobs',
  'sales-navigator': 'Sales Navigator',
  'page-contacts': 'Page Contacts',
};

/** The lead databases, as people know them. */
export const LEAD_DATABASE_NAMES: Readonly<Record<LeadDatabase, string>> = {
  leadrocks: 'LeadRocks',
  apollo: 'Apollo',
  sales_navigator: 'Sales Navigator',
};
