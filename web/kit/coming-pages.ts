/** A linked page that isn't built yet and doesn't belong to a tool. */
export interface ComingPage {
  path: string;
  title: string;
  description: string;
}

export const COMING_PAGES: readonly ComingPage[] = [
  {
    path: '/dashboard/google-maps-scraper',
    title: 'Google Maps Scraper',
    description: 'Collect business profiles from map listings with a browser extension.',
  },
  {
    path: '/dashboard/linkedin-scraping',
    title: 'LinkedIn Scraping',
    description: 'Collect jobs, profiles and Sales Navigator lists with browser extensions.',
  },
  {
    path: '/dashboard/twitter-scraper',
    title: 'Twitter Scraper',
    description: "Collect an account's followers with a browser extension.",
  },
  {
    path: '/dashboard/clutch-scraper',
    title: 'Clutch Scraper',
    description: 'Collect companies from the Clutch directory with a browser extension.',
  },
  {
    path: '/dashboard/crunchbase-scraper',
    title: 'Crunchbase Scraper',
    description: 'Collect startups and their funding from Crunchbase with a browser extension.',
  },
  {
    path: '/dashboard/how-to-use',
    title: 'How To Use',
    description: 'Go from a list of websites to a clean contact list in five steps, with a short video.',
  },
  {
    path: '/dashboard/lead-generation-tutorials',
    title: 'Lead Generation Tutorials',
    description: 'Watch how to build lists, find decision makers and reach out to them.',
  },
];
