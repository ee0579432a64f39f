import { type Selectable, sql } from 'kysely';
import type { LeadFilters } from '#contract/lead-filters.ts';
import type { LeadDatabase, LeadExportOptions } from '#contract/leads.ts';
import type { Db, Tx } from '../platform/database/db.ts';
import type { Tables } from '../platform/database/tables.ts';

export type LeadSaveRecord = Selectable<Tables['lead_saves']>;

export async function insertLeadSave(
  tx: Tx,
  save: {
    accountId: string;
    database: LeadDatabase;
    filters: LeadFilters;
    options: LeadExportOptions;
    companyCells: boolean;
    onlyNew: boolean;
    name: string;
    apiKeyId: string | null;
    leads: number;
    at: Date;
  },
): Promise<string> {
  const { id } = await tx
    .insertInto('lead_saves')
    .values({
      account_id: save.accountId,
      lead_database: save.database,
      request: JSON.stringify({
        filters: save.filters,
        options: save.options,
        companyCells: save.companyCells,
        onlyNew: save.onlyNew,
      }),
      list_name: save.name,
      api_key_id: save.apiKeyId,
      leads: save.leads,
      created_at: save.at,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** A save of this account; undefined for those of others. */
export function findLeadSave(db: Db, accountId: string, id: string): Promise<LeadSaveRecord | undefined> {
  return db
    .selectFrom('lead_saves')
    .selectAll()
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
}

/** A save that has not ended; undefined if it has. */
export function findOpenSave(db: Db, id: string): Promise<LeadSaveRecord | undefined> {
  return db
    .selectFrom('lead_saves')
    .selectAll()
    .where('id', '=', id)
    .where('state', '=', 'saving')
    .executeTakeFirst();
}

/** How many saves of an account have not ended. */
export async function countOpenSaves(tx: Tx, accountId: string): Promise<number> {
  const { count } = await tx
    .selectFrom('lead_saves')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('account_id', '=', accountId)
    .where('state', '=', 'saving')
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Starts a run of a save, which pays with this export. */
export async function startRun(tx: Tx, id: string, exportId: string, leads: number): Promise<void> {
  await tx.updateTable('lead_saves').set({ export_id: exportId, leads }).where('id', '=', id).execute();
}

/** Adds to the counters of a save. */
export async function addSaved(
  tx: Tx,
  id: string,
  step: {
    listId: string | null;
    added: number;
    updated: number;
    refused: number;
    cost: number;
    included: number;
  },
): Promise<void> {
  const { listId, added, updated, refused, cost, included } = step;
  await tx
    .updateTable('lead_saves')
    .set((eb) => ({
      added: eb('added', '+', added),
      updated: eb('updated', '+', updated),
      refused: eb('refused', '+', refused),
      cost: eb('cost', '+', cost),
      included: eb('included', '+', included),
      ...(listId === null ? {} : { list_id: listId }),
    }))
    .where('id', '=', id)
    .execute();
}

/** Sets how many leads were refused back to none. */
export async function forgetRefused(db: Db, id: string): Promise<void> {
  await db.updateTable('lead_saves').set({ refused: 0 }).where('id', '=', id).execute();
}

/** Ends a save that has not ended. */
export async function endLeadSave(db: Db, id: string, problem: string | null, at: Date): Promise<void> {
  await db
    .updateTable('lead_saves')
    .set({ state: problem === null ? 'done' : 'failed', problem, ended_at: at })
    .where('id', '=', id)
    .where('state', '=', 'saving')
    .execute();
}

/** More than one save adds, so that none is left in the end. */
const SAVES_DELETED = 100;

/** Deletes the oldest saves of an account that ended before a time, some at a time. */
export async function deleteSavesBefore(db: Db, accountId: string, before: Date): Promise<void> {
  await sql`
    delete from lead_saves where id in (
      select id from lead_saves
      where account_id = ${accountId}::uuid and created_at < ${before} and state <> 'saving'
      order by created_at limit ${SAVES_DELETED}
    )
  `.execute(db);
}
