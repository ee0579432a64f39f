import { CallError } from '#contract/errors.ts';
import { Lead } from '#contract/leads.ts';
import { LEAD_EXPORT_JSON_MAX_ROWS } from '#contract/limits.ts';
import { BYTE_ORDER_MARK, csvHeader } from '#engines/csv/write-csv.ts';
import { LEAD_ID, rangeQuery } from '#engines/lead-query/lead-query.ts';
import type { Deps } from '../deps.ts';
import { retryInterrupted } from '../platform/warehouse/warehouse-errors.ts';
import { chargeReadyLeads, type OpenExport, openExport, requireExportAccess } from './export-charge.ts';
import { saveProgressOf } from './export-progress.ts';
import { type ExportRows, readExportRows } from './export-rows.ts';
import { splitKeys } from './keyed-rows.ts';
import {
  assertPaidTable,
  countOrder,
  countPaid,
  type LeadOrder,
  type OrderedLeads,
  readOrder,
} from './lead-order.ts';
import type { LeadDeps } from './lead-search.ts';

const JSON_SECONDS = 60;

type ExportDeps = Pick<Deps, 'database' | 'config' | 'clock' | 'warehouse' | 'log' | 'testing'> & LeadDeps;

export interface LeadExport {
  /** the number of leads in the file */
  leads: number;
  /** The file in pieces. Refunds unsent leads when it ends or is aborted. */
  csv(signal: AbortSignal): AsyncGenerator<Uint8Array>;
}

const TOO_MANY_FOR_JSON =
  'This export has more than 50,000 leads. Request it as a file with the header Accept: text/csv.';

/**
 * Charges for the matching leads and starts the export. Throws `access_denied`, or `validation_failed` if no
 * lead matches or a column doesn't exist.
 */
export async function startCsvExport(
  deps: ExportDeps,
  accountId: string,
  order: LeadOrder,
  signal?: AbortSignal,
): Promise<LeadExport> {
  const { database, options, apiKeyId = null } = order;
  const ordered = await countOrder(deps, accountId, order, signal);
  const { leads, repeats } = ordered;
  // The first rows are read before the charge: nothing is charged if they can't be.
  const rows = readExportRows(deps.warehouse, {
    ...ordered,
    check: () => assertPaidTable(deps, ordered),
    steps: deps.testing?.exportSteps,
  });
  const { sample: free, hasTitlesInKeys } = ordered;
  const charged = { ...deps, free, hasTitlesInKeys, apiKeyId };
  const { affordable } = options;
  const opening = rows.started.then(() =>
    openExport(charged, accountId, database, { leads, repeats, affordable }),
  );
  const open = await opening.catch((error: unknown) => {
    rows.close();
    throw error;
  });
  return {
    leads: open.leads,
    csv: (left) => sendCsv(deps, { ...ordered, bom: options.bom, rows, open }, left),
  };
}

interface PaidExport extends OrderedLeads {
  bom: boolean;
  rows: ExportRows;
  open: OpenExport;
}

async function* sendCsv(
  deps: ExportDeps,
  { bom, rows, open, ...ordered }: PaidExport,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  let sent = 0;
  const count = countPaid(open, ordered.repeats);
  const progress = saveProgressOf(open, deps);
  // Stop the queries as soon as the client disconnects.
  signal.addEventListener('abort', rows.close, { once: true });
  try {
    yield Buffer.from((bom ? BYTE_ORDER_MARK : '') + csvHeader(ordered.table.columns));
    for await (const text of rows.pieces()) {
      for (const { keys, bytes } of splitKeys(text, open.leads - sent)) {
        count(keys);
        // Count before yielding: a client that disconnects while it receives the piece has it.
        sent += keys.length;
        await progress.add(keys);
        yield bytes;
        if (signal.aborted) return;
      }
      // The others aren't paid for.
      if (sent >= open.leads) break;
    }
  } finally {
    signal.removeEventListener('abort', rows.close);
    rows.close();
    await progress.end();
  }
}

/**
 * Returns the matching leads, for clients that accept JSON. Charges for them once they are read, so that the
 * account gets all rows and is charged once, or gets neither.
 */
export async function exportRows(
  deps: ExportDeps,
  accountId: string,
  order: LeadOrder,
  signal?: AbortSignal,
): Promise<Lead[]> {
  const { database, options, apiKeyId = null } = order;
  const ordered = await readOrder(deps, accountId, order, signal);
  const { table, filters, leads: wanted, repeats, sample: free, hasTitlesInKeys } = ordered;
  const { affordable } = options;
  const leads =
    wanted > 0
      ? await requireExportAccess({ ...deps, free, apiKeyId }, accountId, {
          leads: wanted,
          repeats,
          affordable,
        })
      : 0;
  if (leads > LEAD_EXPORT_JSON_MAX_ROWS) {
    throw new CallError('payload_too_large', TOO_MANY_FOR_JSON, { details: { leads } });
  }
  if (leads === 0) return [];
  const { sql, params } = rangeQuery(table, filters, {
    after: null,
    upTo: null,
    most: leads,
    keyed: true,
  });
  const rows = await retryInterrupted(() =>
    deps.warehouse.rows({ sql, params }, Lead, { seconds: JSON_SECONDS, ...(signal ? { signal } : {}) }),
  );
  rows.length = Math.min(rows.length, leads);
  // A client that has disconnected gets no rows.
  signal?.throwIfAborted();
  const keys = BigUint64Array.from(rows, (row) => BigInt(row[LEAD_ID] ?? 0));
  const payer = { ...deps, free, hasTitlesInKeys, apiKeyId };
  await chargeReadyLeads(payer, accountId, database, { keys, repeats });
  return rows.map(({ [LEAD_ID]: _, ...lead }) => lead);
}
