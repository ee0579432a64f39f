import { z } from 'zod';
import { CALLS } from '#contract/calls.ts';
import { CallError } from '#contract/errors.ts';
import { LeadCount, LeadDatabase, LeadQuote, LeadRows } from '#contract/leads.ts';
import { leftOutText } from '#contract/left-out-text.ts';
import { MESSAGES } from '#contract/messages.ts';
import { plural } from '#contract/plural.ts';
import { fittingRows, shortened } from './answer-size.ts';
import { requireKnown } from './known-names.ts';
import { type McpCalls, mcpTool } from './mcp-tool.ts';
import { MONEY_OUTPUT, quoteAnswer, requestKey, SPENDING } from './money.ts';

const LEAD_CALLS = {
  leadrocks: CALLS.leadrocksLeads,
  apollo: CALLS.apolloLeads,
  sales_navigator: CALLS.salesNavigatorLeads,
  local_businesses: CALLS.localBusinesses,
} as const;

const SEARCH = {
  database: LeadDatabase,
  filters: z
    .record(z.string(), z.unknown())
    .describe(
      'For leadrocks and apollo: includeJobTitles, excludeJobTitles, includeIndustries, includePlaces, includeCompanies, includeDomains, includeKeywords (lists of texts), hasEmail, leaveOut and inLists (IDs of lists), perCompany (leads of each company in inLists, at most). For sales_navigator: jobTitle.include, industry.include, locationCountry, companySize.include, skills.include. For local_businesses: includeCategories, includeKeywords, includeCountries, includeRegions, includeCities, includePostcodes, near (latitude, longitude, kilometers), hasPhone, hasWebsite, hasEmail, chain, open, leaveOut.',
    ),
};

// The call checks its own filters, and says what is wrong.
const ask = (calls: McpCalls, database: LeadDatabase, body: object) =>
  calls.invoke(LEAD_CALLS[database], body as never);

const OFFSET_MAX = 100;
const NO_MATCH =
  'Change the filters, and call again. lead_count says how many leads match, and how many are left out.';

/** What to do after a search without leads. */
function afterNone(offset: number): string {
  return offset === 0 ? NO_MATCH : 'No more leads match. To get them all, call lead_export.';
}

/** What to do after a search whose answer has no room for all of its leads. */
function afterSome(shown: number, offset: number): string {
  const next = offset + shown;
  const more = next <= OFFSET_MAX ? `Call again with offset: ${next}, or ask` : 'Ask';
  return `The answer has room for ${plural(shown, 'lead')}. ${more} for fewer columns. `;
}

export const leadTools = [
  mcpTool({
    name: 'lead_count',
    title: 'Count leads',
    description: 'How many leads of a database match. Free.',
    input: z.object(SEARCH),
    output: { count: z.number(), left_out: z.unknown(), left_out_by: z.unknown() },
    readOnly: true,
    async run(calls, { database, filters }) {
      const reply = await ask(calls, database, { action: 'count', filters });
      const { count, leftOut, leftOutBy } = LeadCount.parse(reply);
      const left = leftOut > 0 ? ` ${plural(leftOut, 'lead')} left out: ${leftOutText(leftOutBy)}.` : '';
      return {
        summary: `${plural(count, 'lead')} ${count === 1 ? 'matches' : 'match'}.${left}`,
        count,
        left_out: leftOut,
        left_out_by: leftOutBy,
      };
    },
  }),
  mcpTool({
    name: 'lead_search',
    title: 'Look at leads',
    description:
      'Some of the leads that match, to check a search. Free; only the first pages can be looked at.',
    input: z.object({
      ...SEARCH,
      columns: z.array(z.string().max(200)).min(1).max(30).optional(),
      limit: z.int().min(1).max(25).default(10),
      offset: z.int().min(0).max(OFFSET_MAX).default(0),
    }),
    output: { leads: z.array(z.unknown()) },
    readOnly: true,
    async run(calls, { database, filters, columns, limit, offset }) {
      const reply = await ask(calls, database, { action: 'search', filters, limit, offset });
      const { leads } = LeadRows.parse(reply);
      const [lead] = leads;
      if (lead) requireKnown('column', columns ?? [], Object.keys(lead));
      const shown = leads.map((lead) =>
        shortened(columns ? Object.fromEntries(columns.map((column) => [column, lead[column] ?? ''])) : lead),
      );
      const fitting = fittingRows(shown);
      return {
        summary: `${plural(fitting.length, 'lead')}.`,
        leads: fitting,
        next:
          fitting.length === 0
            ? afterNone(offset)
            : `${fitting.length < shown.length ? afterSome(fitting.length, offset) : ''}To get them all, call lead_export.`,
      };
    },
  }),
  mcpTool({
    name: 'lead_export',
    title: 'Save leads to a list',
    description:
      'Saves the leads that match to a list of the account. Costs 1 credit a lead; leads that were exported before are free. Read them with list_rows.',
    input: z.object({
      ...SEARCH,
      list: z.string().trim().min(1).max(100).describe('the name of the list; it is created if needed'),
      first: z.int().min(1).max(100_000).optional().describe('only the first leads'),
      ...SPENDING,
    }),
    output: { ...MONEY_OUTPUT, leads: z.number(), free: z.number() },
    readOnly: false,
    async run(calls, { database, filters, list, first, max_credits, request_id }) {
      // Before anyone is asked for the money. The call that saves them refuses other empty filters, too.
      if (Object.keys(filters).every((name) => name === 'leaveOut' || name === 'perCompany'))
        throw new CallError('validation_failed', MESSAGES.leads.applyBeforeExport);
      const only = first === undefined ? {} : { first };
      const quote = LeadQuote.parse(await ask(calls, database, { action: 'quote', filters, ...only }));
      // A request that was made before has its save, even if nothing matches any more.
      const mayRepeat = max_credits !== undefined && max_credits > 0 && request_id !== undefined;
      if (quote.leads === 0 && !mayRepeat) return noneSaved();
      if (max_credits === undefined || max_credits < quote.cost || max_credits < 1)
        return quoteAnswer(quote.cost, max_credits, {
          leads: quote.leads,
          free: quote.repeats,
          ...(max_credits !== undefined && max_credits >= quote.cost
            ? {
                summary: `These leads cost nothing, but max_credits has to be ${quote.leads} for all of them, or 1 at least. Nothing was started.`,
              }
            : {}),
          next: `Ask the person, then call again with max_credits: ${quote.leads} for all of them. It has to cover free leads, too, but they cost nothing.`,
        });
      // Free leads count, too, because an import can replace them before the leads are saved. A repeated request has to say the
      // same, however many leads match now.
      const most = Math.min(first ?? max_credits, max_credits);
      const saved = await calls
        .invoke(CALLS.listSaveLeads, { database, filters, name: list, first: most } as never, {
          idempotencyKey: requestKey(request_id),
        })
        .catch((error: unknown) => {
          if (error instanceof CallError && error.message === MESSAGES.leads.noneFound) return null;
          throw error;
        });
      if (saved === null) return noneSaved();
      return {
        summary:
          quote.leads === 0
            ? `This request was made before. It saves ${plural(saved.leads, 'lead')} to “${list}”.`
            : `${plural(saved.leads, 'lead')} ${saved.leads === 1 ? 'is' : 'are'} being saved to “${list}”.${most < quote.leads ? ` That is the first part of ${quote.leads}: max_credits has to cover free leads, too.` : ''}`,
        started: true,
        leads: saved.leads,
        cost_at_most: Math.min(most, saved.leads),
        next: 'Call lists to see when the list has them, and list_rows to read it.',
      };
    },
  }),
];

/** The answer if no lead matches a request to save some. */
function noneSaved() {
  return quoteAnswer(0, undefined, {
    leads: 0,
    free: 0,
    summary: 'No leads match. Nothing was saved.',
    next: NO_MATCH,
  });
}
