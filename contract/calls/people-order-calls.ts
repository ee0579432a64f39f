import { z } from 'zod';
import { type Call, call } from '../call.ts';
import { TableFormat, XLSX_TYPE } from '../file-types.ts';
import { OrderView } from '../payments.ts';
import {
  ApolloScraperInput,
  ApolloScraperReply,
  PeopleSearchPreviewInput,
  PeopleSearchView,
} from '../people-orders.ts';

/** Paid people searches: an order is paid with money, not credits, and delivered as one file. */
export const PEOPLE_ORDER_CALLS = {
  peopleSearchPreview: call({
    name: 'people-search-preview',
    method: 'POST',
    summary:
      'Read a pasted people-search URL: which filters apply, which are ignored, and how many records match.',
    scope: 'read',
    input: PeopleSearchPreviewInput,
    example: { apolloUrl: 'https://app.apollo.io/#/people?personTitles[]=cto' },
    reply: PeopleSearchView,
  }),
  runPeopleOrder: call({
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
  peopleOrders: call({
    name: 'people-orders',
    method: 'GET',
    summary: 'Your pay-per-use orders with their status, latest first.',
    scope: 'none',
    input: z.object({}),
    reply: z.object({ orders: z.array(OrderView) }),
  }),
  peopleFile: call({
    name: 'people-file',
    method: 'GET',
    summary: 'The records of an order as a CSV or XLSX file, by the download URL of the order.',
    access: 'public',
    scope: 'none',
    input: z.object({ order: z.uuid(), token: z.string().max(1000), format: TableFormat.default('csv') }),
    reply: z.string(),
    replyKind: 'csv',
    otherTypes: [XLSX_TYPE],
  }),
} as const satisfies Record<string, Call>;
