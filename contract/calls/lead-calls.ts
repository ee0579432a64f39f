import { type Call, call } from '../call.ts';
import {
  ApolloInput,
  LEAD_REPLIES,
  LeadReply,
  LeadrocksInput,
  LOCAL_BUSINESS_REPLIES,
  LocalBusinessInput,
  LocalBusinessReply,
  SalesNavigatorInput,
} from '../leads.ts';
import { LEAD_FILTERS_MAX_BYTES } from '../limits.ts';

const LEAD_SCOPE = {
  byAction: {
    total: 'read',
    suggestions: 'read',
    count: 'read',
    search: 'read',
    quote: 'read',
    export: 'export',
  },
} as const;
const LEAD_EXAMPLE = { action: 'search' as const, filters: { hasEmail: true }, limit: 10 };

/** The lead databases. */
export const LEAD_CALLS = {
  leadrocksLeads: call({
    name: 'leadrocks-lead-export',
    method: 'POST',
    summary:
      'Query the LeadRocks database: total, suggestions, count, search, quote or export. Send `Accept: text/csv` to stream an export as a CSV file, or the type of XLSX; or name the `format`.',
    costs: true,
    maxBodyBytes: LEAD_FILTERS_MAX_BYTES,
    scope: LEAD_SCOPE,
    input: LeadrocksInput,
    example: LEAD_EXAMPLE,
    reply: LeadReply,
    replyByAction: LEAD_REPLIES,
  }),
  apolloLeads: call({
    name: 'apollo-lead-export',
    method: 'POST',
    summary: 'Query the Apollo database. Takes the same actions as leadrocks-lead-export.',
    costs: true,
    maxBodyBytes: LEAD_FILTERS_MAX_BYTES,
    scope: LEAD_SCOPE,
    input: ApolloInput,
    example: LEAD_EXAMPLE,
    reply: LeadReply,
    replyByAction: LEAD_REPLIES,
  }),
  salesNavigatorLeads: call({
    name: 'sales-navigator-lead-export',
    method: 'POST',
    summary: 'Query the Sales Navigator database. Takes the same actions as leadrocks-lead-export.',
    costs: true,
    maxBodyBytes: LEAD_FILTERS_MAX_BYTES,
    scope: LEAD_SCOPE,
    input: SalesNavigatorInput,
    example: LEAD_EXAMPLE,
    reply: LeadReply,
    replyByAction: LEAD_REPLIES,
  }),
  localBusinesses: call({
    name: 'local-business-export',
    method: 'POST',
    summary:
      'Query the database of local businesses: the actions of leadrocks-lead-export, and map, which counts the businesses in each part of a map.',
    costs: true,
    maxBodyBytes: LEAD_FILTERS_MAX_BYTES,
    scope: { byAction: { ...LEAD_SCOPE.byAction, map: 'read' } },
    input: LocalBusinessInput,
    example: { ...LEAD_EXAMPLE, filters: { includeCategories: ['roofing'], hasWebsite: true } },
    reply: LocalBusinessReply,
    replyByAction: LOCAL_BUSINESS_REPLIES,
  }),
} as const satisfies Record<string, Call>;
