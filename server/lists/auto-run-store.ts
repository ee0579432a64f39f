import { type Selectable, sql } from 'kysely';
import type { AutoWait } from '#contract/lists.ts';
import type { Db, Tx } from '../platform/database/db.ts';
import type { Tables } from '../platform/database/tables.ts';

type ListRecord = Selectable<Tables['lists']>;

/** What is to be looked at again: all rows, and nothing is waited for. */
const ALL_AGAIN = { auto_run: null, auto_wait: null, auto_wait_credits: null, auto_version: -1 } as const;

/**
 * How much the runs that a list starts by itself may cost a month; null: it starts none. `keyId`: of the API key that pays. It looks
 * at all its rows next.
 */
export async function storeAutoCap(
  db: Db,
  id: string,
  { cap, keyId }: { cap: number | null; keyId: string | null },
): Promise<void> {
  await db
    .updateTable('lists')
    .set({ ...ALL_AGAIN, auto_cap: cap, auto_key_id: keyId, auto_looked_at: null })
    .where('id', '=', id)
    .execute();
}

/**
 * The list whose turn it is: of those that run by themselves, have changed since they were last looked at, and wait for nothing.
 * Accounts take turns, and so do the lists of an account. `busy`: accounts that have their turn now.
 */
export function nextListToRun(db: Db, now: Date, busy: readonly string[]): Promise<ListRecord | undefined> {
  return db
    .selectFrom('lists')
    .selectAll()
    .where('id', '=', (eb) =>
      eb
        .selectFrom(
          eb
            .selectFrom('lists')
            .select(['id', 'account_id', 'updated_at', 'auto_looked_at'])
            .select(sql<Date>`max(auto_looked_at) over (partition by account_id)`.as('account_looked_at'))
            .select(
              sql<boolean>`auto_run is null and auto_wait is null and version <> auto_version
                and coalesce(auto_looked_at <= ${now}, true)`.as('is_open'),
            )
            .where('auto_cap', 'is not', null)
            .as('auto_lists'),
        )
        .select('id')
        .where('is_open', '=', true)
        .where(
          sql<boolean>`account_id not in (select value::uuid from json_array_elements_text(${JSON.stringify(busy)}::text::json))`,
        )
        .orderBy(sql`account_looked_at nulls first`)
        .orderBy(sql`auto_looked_at nulls first`)
        .orderBy('updated_at')
        .orderBy('id')
        .limit(1),
    )
    .executeTakeFirst();
}

/** Notes that a list is looked at. Returns false if another server does so since it was read. */
export async function claimLook(db: Db, list: ListRecord, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('lists')
    .set({ auto_looked_at: now })
    .where('id', '=', list.id)
    .where(sql<boolean>`auto_looked_at is not distinct from ${list.auto_looked_at}`)
    .where('auto_run', 'is', null)
    .where('auto_wait', 'is', null)
    .executeTakeFirst();
  return Number(numUpdatedRows) > 0;
}

/** Lets a list rest until then, before it is looked at again. */
export async function restUntil(db: Db, id: string, until: Date): Promise<void> {
  await db.updateTable('lists').set({ auto_looked_at: until }).where('id', '=', id).execute();
}

/** Notes that no row of this version of a list has anything to run. */
export async function storeNothingToRun(db: Db, list: ListRecord): Promise<void> {
  await db
    .updateTable('lists')
    .set({ auto_version: list.version })
    .where('id', '=', list.id)
    .where('auto_version', '=', list.auto_version)
    .where('auto_run', 'is', null)
    .execute();
}

/**
 * Notes that a list waits for the end of a run. `version`: of the rows that the run works; undefined: it works others, or not all.
 * In the transaction that starts a run, the account's row is locked.
 */
export async function waitForRun(
  db: Db,
  id: string,
  { taskId, version }: { taskId: string; version?: number },
): Promise<void> {
  await db
    .updateTable('lists')
    .set({ auto_run: taskId, ...(version === undefined ? {} : { auto_version: version }) })
    .where('id', '=', id)
    .where('auto_run', 'is', null)
    .where('auto_wait', 'is', null)
    .execute();
}

/** Why a list waits, with the credits that weren't enough; null: for any that can be spent. */
export interface Wait {
  reason: AutoWait;
  credits: number | null;
}

/** Lets the rows of a list wait that don't wait yet. `after`: the run that it waited for until now; null for none. */
export async function storeWait(
  db: Db,
  id: string,
  { reason, credits }: Wait,
  { after, now }: { after: string | null; now: Date },
): Promise<void> {
  await db
    .updateTable('lists')
    .set({ auto_run: null, auto_wait: reason, auto_wait_credits: credits, auto_looked_at: now })
    .where('id', '=', id)
    .where('auto_cap', 'is not', null)
    .where('auto_run', 'is not distinct from', after)
    .where('auto_wait', 'is', null)
    .execute();
}

/** Lets the new rows of a list that runs by itself wait until a person lets them run again. */
export async function storeStop(tx: Tx, id: string, now: Date): Promise<void> {
  await tx
    .updateTable('lists')
    .set(waitFor('stopped', now))
    .where('id', '=', id)
    .where('auto_cap', 'is not', null)
    .where(sql<boolean>`auto_wait is distinct from 'access'`)
    .execute();
}

/** The same for all lists of an account, because someone else may have let them run. */
export async function stopAutoRuns(db: Db, accountId: string, now: Date): Promise<void> {
  await db
    .updateTable('lists')
    .set(waitFor('access', now))
    .where('account_id', '=', accountId)
    .where('auto_cap', 'is not', null)
    .execute();
}

/** Some API keys that pay for lists that run by themselves. */
export async function autoRunKeys(db: Db, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('lists')
    .select('auto_key_id')
    .where('auto_key_id', 'is not', null)
    .orderBy(sql`random()`)
    .limit(limit)
    .$narrowType<{ auto_key_id: string }>()
    .execute();
  return [...new Set(rows.map((row) => row.auto_key_id))];
}

/** Lets lists that these API keys pay for run no new rows by themselves anymore. */
export async function endAutoRunsOfKeys(db: Db, keyIds: readonly string[]): Promise<void> {
  if (keyIds.length === 0) return;
  await db
    .updateTable('lists')
    .set({ ...ALL_AGAIN, auto_cap: null, auto_key_id: null, auto_looked_at: null })
    .where('auto_key_id', 'in', keyIds)
    .execute();
}

function waitFor(reason: Extract<AutoWait, 'stopped' | 'access'>, now: Date) {
  return { auto_run: null, auto_wait: reason, auto_wait_credits: null, auto_looked_at: now };
}

/** Ends the wait of a list whose stopped run goes on. */
export async function endStop(tx: Tx, id: string): Promise<void> {
  await tx
    .updateTable('lists')
    .set(ALL_AGAIN)
    .where('id', '=', id)
    .where('auto_wait', '=', 'stopped')
    .execute();
}

/** A run ended that a list waited for. `again`: rows of it were left. */
export async function storeRunEnd(
  db: Db,
  id: string,
  taskId: string,
  { again }: { again: boolean },
): Promise<void> {
  await db
    .updateTable('lists')
    .set(again ? ALL_AGAIN : { auto_run: null })
    .where('id', '=', id)
    .where('auto_run', '=', taskId)
    .execute();
}

/** Lets lists look at all their rows again that wait since before this month for its credits. */
export async function endWaitsForMonth(db: Db, monthStart: Date): Promise<void> {
  await db
    .updateTable('lists')
    .set(ALL_AGAIN)
    .where('auto_wait', '=', 'cap')
    .where('auto_looked_at', '<', monthStart)
    .execute();
}

/** Lets lists look at all their rows again that have waited for room since then. */
export async function endWaitsForStorage(db: Db, since: Date): Promise<void> {
  await db
    .updateTable('lists')
    .set(ALL_AGAIN)
    .where('auto_wait', '=', 'storage')
    .where('auto_looked_at', '<=', since)
    .execute();
}

/** Lets a list look at all its rows again that waits for credits. */
export async function endWait(db: Db, id: string): Promise<void> {
  await db
    .updateTable('lists')
    .set(ALL_AGAIN)
    .where('id', '=', id)
    .where('auto_wait', 'in', ['credits', 'budget'])
    .execute();
}

/** Some lists that wait for the end of a run. */
export function listsOfRuns(db: Db, limit: number): Promise<(ListRecord & { auto_run: string })[]> {
  return db
    .selectFrom('lists')
    .selectAll()
    .where('auto_run', 'is not', null)
    .orderBy(sql`random()`)
    .limit(limit)
    .$narrowType<{ auto_run: string }>()
    .execute();
}

/** Some lists that wait for credits or a budget. */
export function listsWithoutCredits(db: Db, limit: number): Promise<ListRecord[]> {
  return db
    .selectFrom('lists')
    .selectAll()
    .where('auto_wait', 'in', ['credits', 'budget'])
    .orderBy(sql`random()`)
    .limit(limit)
    .execute();
}
