import type { CollectSite } from '#contract/collect-sites.ts';

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
