import { setImmediate as nextTurn } from 'node:timers/promises';
import { isUnlimited } from '#contract/access.ts';
import { CallError } from '#contract/errors.ts';
import { noFilters } from '#contract/lead-filters.ts';
import { MESSAGES } from '#contract/messages.ts';
import { lockGateAccount } from '../accounts/account.ts';
import { endLeftExport } from '../leads/end-export.ts';
import { type OpenExport, openExport } from '../leads/export-charge.ts';
import { NO_KEYS } from '../leads/lead-keys.ts';
import { assertPaidTable, countOrder, countPaid, type OrderedLeads } from '../leads/lead-order.ts';
import { readLeadPages } from '../leads/lead-pages.ts';
import { areRowsOptedOut } from '../opt-outs/contact-check.ts';
import { type Db, type Tx, transaction } from '../platform/database/db.ts';
import { addRows } from './add-rows.ts';
import { type CompanyCells, openCompanyCells } from './company-cells.ts';
import { withListKeys, withoutListed } from './exclusions/lead-search-lists.ts';
import { storeHistory } from './history-store.ts';
import {
  addSaved,
  endLeadSave,
  findOpenSave,
  forgetRefused,
  type LeadSaveRecord,
  startRun,
} from './lead-save-store.ts';
import { addedWebsites } from './list-fields.ts';
import type { KeyedRow } from './merge-rows.ts';
import type { SaveDeps } from './save-leads.ts';
import { rowOfLead } from './saved-lead.ts';
import { findList, findListByName, type ListRecord } from './store.ts';
import { isSmall, storeSteps } from './store-steps.ts';

/** A row to save, and the place of its lead in the order. */
interface PlacedRow extends KeyedRow {
  place: number;
}

/** The leads that a run saves. */
interface OpenOrder {
  ordered: OrderedLeads;
  open: OpenExport;
  companies: CompanyCells | null;
  /** the columns of the list that have websites */
  websites: ReadonlySet<string>;
}

/**
 * Saves the leads of a request to its list, in steps. A step stores rows, and in the same transaction, that these leads are
 * paid for. So if a run ends in the middle, what it didn't save is refunded, and the next run finds what it saved in the
 * list and free of charge. Throws what ended the run; the save is still open then.
 */
export async function runLeadSave(deps: SaveDeps, id: string, stopping: AbortSignal): Promise<void> {
  const save = await findOpenSave(deps.database.db, id);
  if (!save) return;
  const { account_id: accountId, lead_database: database, api_key_id: apiKeyId, leads } = save;
  if (save.export_id !== null) await endLeftExport(deps, save.export_id);
  const { options } = save.request;
  const listed = await withListKeys(deps, accountId, { ...noFilters(), ...save.request.filters });
  const { onlyNew = false } = save.request;
  const known = await listOfSave(deps.database.db, save);
  const name = known?.name ?? save.list_name;
  const target = { accountId, kind: 'leads', source: database, name } as const;
  const filters = onlyNew ? await withoutListed(deps, target, listed) : listed;
  // Never more than the person was told. Only new ones are without those that an earlier run saved, but with those that it
  // refused, which are refused and counted again.
  const first = onlyNew ? leads - (save.added + save.updated) : leads;
  if (first <= 0) return endLeadSave(deps.database.db, id, null, new Date(deps.clock.now()));
  if (onlyNew && save.refused > 0) await forgetRefused(deps.database.db, id);
  const order = { database, filters, options: { ...options, first }, apiKeyId };
  const ordered = await deps.leadSearch.turns
    .run(accountId, () => countOrder(deps, accountId, order, stopping), stopping)
    .catch((error: unknown) => {
      const none = error instanceof CallError && error.message === MESSAGES.leads.noneFound;
      // Those that were refused may be gone by now, and everyone else was saved.
      if (onlyNew && none && first < leads) return null;
      throw error;
    });
  if (!ordered) return endLeadSave(deps.database.db, id, null, new Date(deps.clock.now()));
  const { sample: free, hasTitlesInKeys, repeats } = ordered;
  const payer = { ...deps, free, hasTitlesInKeys, apiKeyId };
  const wanted = { leads: ordered.leads, repeats, affordable: options.affordable };
  const open = await openExport(payer, accountId, database, wanted, (tx, exportId, covered) =>
    startRun(tx, id, exportId, onlyNew ? leads : covered),
  );
  const companies = save.request.companyCells ? await openCompanyCells(deps, accountId, ordered) : null;
  const columns = [...ordered.table.columns, ...(companies?.columns ?? [])];
  const websites = addedWebsites(known ?? { ...target, columns, fields: null }, columns);
  let sent = 0;
  try {
    for await (const rows of rowsToSave(deps, save, { ordered, open, companies, websites }, stopping)) {
      sent += await storeStep(deps, save, { rows, columns, open, sent });
      stopping.throwIfAborted();
      await nextTurn();
    }
  } finally {
    await open.end({ keys: NO_KEYS, from: sent });
  }
  await endLeadSave(deps.database.db, id, null, new Date(deps.clock.now()));
}

/** The rows of the leads that are paid for, in parts, without people and companies that opted out. */
async function* rowsToSave(
  deps: SaveDeps,
  save: LeadSaveRecord,
  { ordered, open, companies, websites }: OpenOrder,
  signal: AbortSignal,
): AsyncGenerator<PlacedRow[]> {
  const count = countPaid(open, ordered.repeats);
  const known = doneBy(save);
  let place = 0;
  for await (const page of readLeadPages(deps.warehouse, ordered, { signal })) {
    // The page is of the table that is current after it was read.
    await assertPaidTable(deps, ordered);
    const leads = page.slice(0, open.leads - place);
    const cells = await companies?.cellsOf(
      leads.map(({ id }) => id),
      signal,
    );
    const rows = leads.map((lead, index) => {
      const { keys, values } = rowOfLead(lead, ordered.table.columns);
      return { keys, values: { ...cells?.get(lead.id), ...values }, place: place + index };
    });
    place += rows.length;
    count(BigUint64Array.from(rows, ({ keys: [key = '0'] }) => BigInt(key)));
    const optedOut = await areRowsOptedOut(
      deps,
      rows.map(({ values }) => values),
      websites,
    );
    const good = rows.filter((row, index) => !optedOut[index] && isSmall(row));
    const refused = rows.filter((row) => row.place >= known && !good.includes(row)).length;
    if (refused > 0) {
      await transaction(deps.database.db, (tx) =>
        addSaved(tx, save.id, { listId: null, added: 0, updated: 0, refused, cost: 0, included: 0 }),
      );
    }
    yield* storeSteps(good);
    if (place >= open.leads) return;
  }
}

/** Stores some rows and pays for them. Returns how many. */
async function storeStep(
  deps: SaveDeps,
  save: LeadSaveRecord,
  step: { rows: readonly PlacedRow[]; columns: readonly string[]; open: OpenExport; sent: number },
): Promise<number> {
  const { rows, columns, open, sent } = step;
  const { account_id: accountId } = save;
  const keys = BigUint64Array.from(rows, ({ keys: [key = '0'] }) => BigInt(key));
  const isOpen = await open.saveProgress({ keys, from: sent }, async (tx, cost) => {
    const account = await lockGateAccount(tx, deps.config, accountId);
    const at = new Date(deps.clock.now());
    const name = await nameOfTarget(tx, save);
    const target = { accountId, kind: 'leads', source: save.lead_database, name, columns } as const;
    const paid = account !== null && isUnlimited(account);
    const { list, added, ids } = await addRows(tx, deps.config, target, rows, { paid, at });
    if (list)
      await storeHistory(
        tx,
        list.id,
        ids.map((row) => ({ row, before: {}, step: null, cell: null })),
        { editId: save.id, at },
      );
    // What an earlier run of this save stored isn't counted again.
    const fresh = rows.filter(({ place }) => place >= doneBy(save)).length;
    const updated = Math.max(0, fresh - added);
    const included = open.ofPlan ? cost : 0;
    await addSaved(tx, save.id, { listId: list?.id ?? null, added, updated, refused: 0, cost, included });
  });
  if (!isOpen) throw new Error('The export of the saved leads has ended.');
  return rows.length;
}

/** The list of a save, also if it was renamed since the first step; undefined before that step makes it. */
function listOfSave(
  db: Db,
  { account_id: accountId, lead_database: source, list_id: id, list_name: name }: LeadSaveRecord,
): Promise<ListRecord | undefined> {
  return id === null
    ? findListByName(db, { accountId, kind: 'leads', source, name })
    : findList(db, accountId, id);
}

/** The present name of the list. Throws `conflict` if the list was deleted since the first step. */
async function nameOfTarget(tx: Tx, { id, account_id, list_name }: LeadSaveRecord): Promise<string> {
  const save = await findOpenSave(tx, id);
  if (save && save.added + save.updated === 0) return list_name;
  const list = save?.list_id ? await findList(tx, account_id, save.list_id) : undefined;
  if (list) return list.name;
  throw new CallError('conflict', 'The list was deleted while leads were being saved to it.');
}

/** The leads at the start of the order that earlier runs of a save have done. */
function doneBy({ added, updated, refused, request }: LeadSaveRecord): number {
  // The order of this run doesn't have them.
  if (request.onlyNew) return 0;
  return added + updated + refused;
}
