import { PEOPLE_ORDERS_PATH } from '#contract/people-orders.ts';
import type { Page } from '../page.ts';

export const peopleOrders: Page = {
  folder: 'pages/people-orders',
  path: PEOPLE_ORDERS_PATH,
  title: 'Apollo Scraper',
  description: 'Download the people of an Apollo search as a CSV file.',
  access: 'signed-in',
  icon: 'Telescope',
  nav: { group: 'Scrapers', order: 140 },
  screens: [
    { name: 'apollo-scraper' },
    {
      name: 'apollo-scraper-results',
      query: '?sample=1',
      picture: 'web/pages/people-orders/guide-picture.webp',
    },
  ],
};
