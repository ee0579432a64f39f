import { type Call, call } from '../call.ts';
import { ApolloInput, LeadReply, LeadrocksInput, SalesNavigatorInput } from '../leads.ts';

/** Enough for the longest filters (LEAD_FILTERS_MAX_CHARS), also with each character escaped. */
const LEAD_FILTERS_MAX_BYTES = 256 * 1024;

/** The lead databases. */
export const LEAD_CALLS = {
  leadrocksLeads: call({
    name: 'leadrocks-lead-export',
    method: 'POST',
    summary:
      'Query the LeadRocks database: total, suggestions, count, search or export. Send `Accept: text/csv` to stream an export as a file.',
    costs: true,
    maxBodyBytes: LEAD_FILTERS_MAX_BYTES,
    input: LeadrocksInput,
    reply: LeadReply,
  }),
  apolloLeads: call({
    name: 'apollo-lead-export',
    method: 'POST',
    summary: 'Query the Apollo database. Takes the same actions as leadrocks-lead-export.',
    costs: true,
    maxBodyBytes: LEAD_FILTERS_MAX_BYTES,
    input: ApolloInput,
    reply: LeadReply,
  }),
  salesNavigatorLeads: call({
    name: 'sales-navigator-lead-export',
    method: 'POST',
    summary: 'Query the Sales Navigator database. Takes the same actions as leadrocks-lead-export.',
    costs: true,
    maxBodyBytes: LEAD_FILTERS_MAX_BYTES,
    input: SalesNavigatorInput,
    reply: LeadReply,
  }),
} as const satisfies Record<string, Call>;
