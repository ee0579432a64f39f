import type { LeadDatabase } from '#contract/leads.ts';
import { readBlocks } from '../leads/exported-leads.ts';
import { createKeySet, type KeySet } from '../leads/lead-keys.ts';
import type { LeadState } from '../leads/lead-states.ts';
import { leadsById } from '../leads/leads-by-id.ts';
import type { ReadRow } from './row-steps.ts';
import { keysOfRows } from './row-store.ts';
import type { SaveDeps } from './save-leads.ts';
import { rowOfLead } from './saved-lead.ts';
import type { ListRecord } from './store.ts';

/** A row of a list with the lead that it was saved from. */
export interface SavedLead {
  row: ReadRow;
  /** what the database has of the lead now, without empty values; null: it has no such lead */
  now: Readonly<Record<string, string>> | null;
  /** it may be shown: the account paid for the lead in the last 12 months, or it is a sample */
  isPaid: boolean;
}

/** Looks up the leads of rows, as the database has them now. */
export interface LeadLookup {
  of(rows: readonly ReadRow[]): Promise<SavedLead[]>;
}

const LEAD_KEY = /^\d{1,20}$/;

/** Opens a look at the leads of a list; null if the database has no leads, which says nothing about those of the list. */
export async function openLeadLookup(
  deps: SaveDeps,
  { accountId, database }: { accountId: string; database: LeadDatabase },
  list: Pick<ListRecord, 'id'>,
): Promise<LeadLookup | null> {
  const { db } = deps.database;
  const state: LeadState = await deps.leadSearch.state(database);
  if (state.total === 0) return null;
  const paid = state.sample ? null : await paidKeys(deps, accountId, database);
  return {
    async of(rows) {
      const keys = await keysOfRows(
        db,
        list.id,
        rows.map(({ id }) => id),
      );
      // Rows that were merged are of several leads. The first one stands for all.
      const saved = rows.flatMap((row) => {
        const [id] = (keys.get(row.id) ?? []).filter((key) => LEAD_KEY.test(key)).sort();
        return id === undefined ? [] : [{ id, row }];
      });
      const leads = await leadsById(
        deps.warehouse,
        state.table,
        saved.map(({ id }) => id),
        deps.stopping,
      );
      const marks = paid?.marks(BigUint64Array.from(saved, ({ id }) => BigInt(id)));
      return saved.map(({ id, row }, index) => {
        const lead = leads.get(id);
        return {
          row,
          now: lead ? rowOfLead({ id, lead }, state.table.columns).values : null,
          isPaid: marks ? marks[index] === 1 : true,
        };
      });
    },
  };
}

/** Rows with what the database has now in the fields that changed, as far as the account paid for their leads. */
export async function withChanged(
  deps: SaveDeps,
  from: { accountId: string; database: LeadDatabase; list: Pick<ListRecord, 'id'> },
  rows: readonly ReadRow[],
  changes: readonly { place: number | null; fields: readonly string[] }[],
): Promise<ReadRow[]> {
  const fields = new Map(changes.map(({ place, fields: changed }) => [place, changed]));
  const changed = rows.filter(({ id }) => (fields.get(id) ?? []).length > 0);
  const lookup = changed.length > 0 ? await openLeadLookup(deps, from, from.list) : null;
  const leads = new Map((await lookup?.of(changed))?.map((lead) => [lead.row.id, lead]));
  return rows.map((row) => {
    const lead = leads.get(row.id);
    if (!lead?.now || !lead.isPaid) return row;
    const { now } = lead;
    const values = (fields.get(row.id) ?? []).map((field) => [field, now[field] ?? '']);
    return { ...row, cells: { ...row.cells, ...Object.fromEntries(values) } };
  });
}

/** The leads that the account paid for in the last 12 months. */
async function paidKeys(deps: SaveDeps, accountId: string, database: LeadDatabase): Promise<KeySet> {
  const paid = createKeySet();
  const by = { accountId, database, now: new Date(deps.clock.now()) };
  for await (const { keys } of readBlocks(deps.database.db, by, 0)) paid.addAll(keys);
  return paid;
}
