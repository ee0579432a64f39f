/** A page that is linked but not built yet, other than a tool's. */
export interface ComingPage {
  path: string;
  title: string;
  description: string;
}

export const COMING_PAGES: readonly ComingPage[] = [
  {
    path: '/dashboard/google-maps-scraper',
    title: 'Google Maps Scraper',
    description: 'A browser extension that collects business profiles from map listings.',
  },
  {
    path: '/dashboard/linkedin-scraping',
    title: 'LinkedIn Scraping',
    description: 'Browser extensions for jobs, profiles and Sales Navigator lists.',
  },
  {
    path: '/dashboard/twitter-scraper',
    title: 'Twitter Scraper',
    description: 'A browser extension that collects the followers of an account.',
  },
  {
    path: '/dashboard/clutch-scraper',
    title: 'Clutch Scraper',
    description: 'A browser extension that collects companies from the Clutch directory.',
  },
  {
    path: '/dashboard/crunchbase-scraper',
    title: 'Crunchbase Scraper',
    description: 'A browser extension that collects startups and their funding from Crunchbase.',
  },
  {
    path: '/dashboard/how-to-use',
    title: 'How To Use',
    description: 'Five steps from a list of websites to a clean contact list, with a short video.',
  },
  {
    path: '/dashboard/lead-generation-tutorials',
    title: 'Lead Generation Tutorials',
    description: 'Videos on building lists, finding decision makers and writing to them.',
  },
];
