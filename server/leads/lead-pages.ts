import { Lead } from '#contract/leads.ts';
import { LEAD_ID, rangeQuery } from '#engines/lead-query/lead-query.ts';
import type { Warehouse } from '../platform/warehouse/warehouse.ts';
import { retryInterrupted } from '../platform/warehouse/warehouse-errors.ts';
import { readCuts } from './export-rows.ts';
import type { OrderedLeads } from './lead-order.ts';

/** Leads read at once. A lead has a few KB. */
const PAGE_LEADS = 1000;
const PAGE_SECONDS = 60;

/** A lead with its id (`lw_key`). */
export interface IdentifiedLead {
  id: string;
  lead: Lead;
}

/** The leads of an order as values, in the order of the export, a page at a time. There can be some more than were counted. */
export async function* readLeadPages(
  warehouse: Warehouse,
  { table, filters, leads }: Pick<OrderedLeads, 'table' | 'filters' | 'leads'>,
  { pageLeads = PAGE_LEADS, signal }: { pageLeads?: number; signal: AbortSignal },
): AsyncGenerator<IdentifiedLead[]> {
  const cuts =
    leads > pageLeads
      ? await readCuts(warehouse, { table, filters, leads }, { chunkLeads: pageLeads, signal })
      : [];
  for (let page = 0; page <= cuts.length; page += 1) {
    const after = cuts[page - 1] ?? null;
    const upTo = cuts[page] ?? null;
    const range = { after, upTo, keyed: true, ...(upTo ? {} : { most: pageLeads }) };
    const { sql, params } = rangeQuery(table, filters, range);
    const rows = await retryInterrupted(() =>
      warehouse.rows({ sql, params }, Lead, { signal, seconds: PAGE_SECONDS }),
    );
    yield rows.map(({ [LEAD_ID]: id, ...lead }) => ({ id: String(id), lead }));
  }
}
