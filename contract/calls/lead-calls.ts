import { z } from 'zod';
import { type Call, call } from '../call.ts';
import { ApolloInput, LeadReply, LeadrocksInput, SalesNavigatorInput } from '../leads.ts';
import { OrderView } from '../payments.ts';
import {
  ApolloScraperInput,
  ApolloScraperReply,
  PeopleSearchPreviewInput,
  PeopleSearchView,
} from '../people-scraper.ts';

/** Filters of a thousand entries with 200 characters each. */
const LEAD_FILTERS_MAX_BYTES = 2 * 1024 * 1024;

/** The lead databases, and people records by the piece. */
export const LEAD_CALLS = {
  leadrocksLeads: call({
    name: 'leadrocks-lead-export',
    method: 'POST',
    summary:
      'The LeadRocks database: total, suggestions, count, search, export. `Accept: text/csv` makes an export a file, streamed.',
    costs: true,
    maxBodyBytes: LEAD_FILTERS_MAX_BYTES,
    input: LeadrocksInput,
    reply: LeadReply,
  }),
  apolloLeads: call({
    name: 'apollo-lead-export',
    method: 'POST',
    summary: 'The Apollo database, with the actions of leadrocks-lead-export.',
    costs: true,
    maxBodyBytes: LEAD_FILTERS_MAX_BYTES,
    input: ApolloInput,
    reply: LeadReply,
  }),
  salesNavigatorLeads: call({
    name: 'sales-navigator-lead-export',
    method: 'POST',
    summary: 'The Sales Navigator database, with the actions of leadrocks-lead-export.',
    costs: true,
    maxBodyBytes: LEAD_FILTERS_MAX_BYTES,
    input: SalesNavigatorInput,
    reply: LeadReply,
  }),
  peopleSearchPreview: call({
    name: 'people-search-preview',
    method: 'POST',
    summary:
      'What is understood of a pasted people-search address, what is not and why, and how many records there are.',
    input: PeopleSearchPreviewInput,
    reply: PeopleSearchView,
  }),
  apolloScraper: call({
    name: 'apollo-scraper',
    method: 'POST',
    summary:
      'Run your oldest paid, unrun order with this search and record count, once. `Prefer: respond-async` answers 202 with the order.',
    costs: true,
    input: ApolloScraperInput,
    reply: z.union([ApolloScraperReply, OrderView]),
  }),
  peopleOrders: call({
    name: 'people-orders',
    method: 'GET',
    summary: 'Your pay-per-use orders, latest first, with how they stand.',
    input: z.object({}),
    reply: z.object({ orders: z.array(OrderView) }),
  }),
  peopleFile: call({
    name: 'people-file',
    method: 'GET',
    summary: 'The records of an order as a CSV file, by the address that its order names.',
    access: 'public',
    input: z.object({ order: z.uuid(), token: z.string().max(1000) }),
    reply: z.string(),
    replyKind: 'csv',
  }),
} as const satisfies Record<string, Call>;
