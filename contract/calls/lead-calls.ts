import { type Call, call } from '../call.ts';
import { ApolloInput, LeadReply, LeadrocksInput, SalesNavigatorInput } from '../leads.ts';

/** Filters of a thousand entries with 200 characters each. */
const LEAD_FILTERS_MAX_BYTES = 2 * 1024 * 1024;

/** The lead databases. */
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
} as const satisfies Record<string, Call>;
