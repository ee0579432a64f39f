import { defineTool } from '../definition.ts';

/** The page of paid people searches. The server knows them as orders (server/people-orders). */
export const peopleScraper = defineTool({
  label: 'Apollo Scraper',
  title: 'Apollo Scraper',
  description: 'Download the people of an Apollo search as a CSV file.',
  path: '/dashboard/apollo-scraper',
  nav: { group: 'Scrapers', order: 140 },
  calls: {},
});
