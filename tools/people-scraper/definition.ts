import { z } from 'zod';
import { call } from '#contract/call.ts';
import { OrderView } from '#contract/payments.ts';
import {
  ApolloScraperInput,
  ApolloScraperReply,
  PeopleSearchPreviewInput,
  PeopleSearchView,
} from '#contract/people-scraper.ts';
import { defineTool } from '../definition.ts';

/** The pay-per-use scraper: an order is paid with money, not credits, and delivered as one file. */
export const peopleScraper = defineTool({
  label: 'Apollo Scraper',
  title: 'Apollo Scraper',
  description: 'Download the people of an Apollo search as a CSV file.',
  path: '/dashboard/apollo-scraper',
  nav: { group: 'Scrapers', order: 140 },
  calls: {
    preview: call({
      name: 'people-search-preview',
      method: 'POST',
      summary:
        'Read a pasted people-search URL: which filters apply, which are ignored, and how many records match.',
      scope: 'read',
      input: PeopleSearchPreviewInput,
      example: { apolloUrl: 'https://app.apollo.io/#/people?personTitles[]=cto' },
      reply: PeopleSearchView,
    }),
    start: call({
      name: 'apollo-scraper',
      method: 'POST',
      summary:
        'Run your oldest paid order with this search and record count, once. `Prefer: respond-async` returns 202 with the order.',
      costs: true,
      scope: 'none',
      input: ApolloScraperInput,
      reply: z.union([ApolloScraperReply, OrderView]),
      accepted: 'respond-async',
    }),
    orders: call({
      name: 'people-orders',
      method: 'GET',
      summary: 'Your pay-per-use orders with their status, latest first.',
      scope: 'none',
      input: z.object({}),
      reply: z.object({ orders: z.array(OrderView) }),
    }),
    file: call({
      name: 'people-file',
      method: 'GET',
      summary: 'The records of an order as a CSV file, by the download URL of the order.',
      access: 'public',
      scope: 'none',
      input: z.object({ order: z.uuid(), token: z.string().max(1000) }),
      reply: z.string(),
      replyKind: 'csv',
    }),
  },
});

/** The name of a downloaded file; `now` in ms since the epoch, the date in UTC. */
export function recordsFileName(now: number): string {
  return `apollo_results_${new Date(now).toISOString().slice(0, 10)}.csv`;
}
