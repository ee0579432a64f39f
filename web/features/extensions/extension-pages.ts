import type { CollectSite } from '#contract/collect-sites.ts';

export interface ExtensionPageTexts {
  site: CollectSite;
  title: string;
  /** what the page is for, in one sentence */
  help: string;
}

/** The pages with one extension each, by their path in the dashboard. LinkedIn has three on one page. */
export const EXTENSION_PAGES = {
  'google-maps-scraper': {
    site: 'google-maps',
    title: 'Google Maps Scraper',
    help: 'Collect business profiles from map listings with a browser extension.',
  },
  'twitter-scraper': {
    site: 'twitter',
    title: 'Twitter Scraper',
    help: "Collect an account's followers with a browser extension.",
  },
  'clutch-scraper': {
    site: 'clutch',
    title: 'Clutch Scraper',
    help: 'Collect companies from the Clutch directory with a browser extension.',
  },
  'crunchbase-scraper': {
    site: 'crunchbase',
    title: 'Crunchbase Scraper',
    help: 'Collect startups and their funding from Crunchbase with a browser extension.',
  },
  'page-contacts': {
    site: 'page-contacts',
    title: 'Page Contacts',
    help: 'Find emails, phones and social profiles on the page in front of you with a browser extension.',
  },
} as const satisfies Record<string, ExtensionPageTexts>;

export type ExtensionPath = keyof typeof EXTENSION_PAGES;
export const EXTENSION_PATHS = Object.keys(EXTENSION_PAGES) as ExtensionPath[];
