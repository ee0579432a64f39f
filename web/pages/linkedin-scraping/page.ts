import type { Page } from '../page.ts';

export const linkedinScraping: Page = {
  folder: 'pages/linkedin-scraping',
  path: '/dashboard/linkedin-scraping',
  title: 'LinkedIn Scraping',
  description: 'Collect jobs, profiles and Sales Navigator lists with browser extensions.',
  access: 'signed-in',
  icon: 'UsersRound',
  nav: { group: 'Scrapers', order: 110 },
};
