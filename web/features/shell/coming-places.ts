/** What the pages that are still being built will do, in one line each, by their path. */
const COMING: Record<string, { title: string; text: string }> = {
  '/dashboard/company-to-domain': {
    title: 'Company To Domain',
    text: 'Turns a list of company names into their web domains, with the reason for each match.',
  },
  '/dashboard/google-maps-scraper': {
    title: 'Google Maps Scraper',
    text: 'A browser extension that collects business profiles from map listings.',
  },
  '/dashboard/linkedin-enrichment': {
    title: 'LinkedIn Enrichment',
    text: 'Turns pasted LinkedIn profile URLs into name, title, company, email and phone.',
  },
  '/dashboard/linkedin-scraping': {
    title: 'LinkedIn Scraping',
    text: 'Browser extensions for jobs, profiles and Sales Navigator lists.',
  },
  '/dashboard/twitter-scraper': {
    title: 'Twitter Scraper',
    text: 'A browser extension that collects the followers of an account.',
  },
  '/dashboard/clutch-scraper': {
    title: 'Clutch Scraper',
    text: 'A browser extension that collects companies from the Clutch directory.',
  },
  '/dashboard/crunchbase-scraper': {
    title: 'Crunchbase Scraper',
    text: 'A browser extension that collects startups and their funding from Crunchbase.',
  },
  '/dashboard/how-to-use': {
    title: 'How To Use',
    text: 'Five steps from a list of websites to a clean contact list, with a short video.',
  },
  '/dashboard/lead-generation-tutorials': {
    title: 'Lead Generation Tutorials',
    text: 'Videos on building lists, finding decision makers and writing to them.',
  },
};

/** The page being built at `path`; trailing slashes and case do not matter, as to the router. */
export function comingPlace(path: string): { title: string; text: string } {
  return COMING[path.toLowerCase().replace(/\/+$/, '')] ?? { title: 'This page', text: '' };
}
