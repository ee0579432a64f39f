/** The guides of How To Use, by the last part of their address. Their texts are in tools/guides.ts and web/kit/guides. */
export const GUIDE_SLUGS = [
  'website-extraction',
  'verified-email-finder',
  'company-to-domain',
  'linkedin-enrichment',
  'database-export',
  'apollo-scraper',
  'browser-extensions',
] as const;
export type GuideSlug = (typeof GUIDE_SLUGS)[number];
