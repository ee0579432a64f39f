import { setImmediate as nextTurn } from 'node:timers/promises';
import { z } from 'zod';
import { isUnlimited } from '#contract/access.ts';
import { COLLECT_SITES } from '#contract/collect-sites.ts';
import { CallError } from '#contract/errors.ts';
import { collectLimits } from '#extension/sites.ts';
import { lockGateAccount } from '../../accounts/account.ts';
import type { Deps } from '../../deps.ts';
import { areRowsOptedOut, OPTED_OUT } from '../../opt-outs/contact-check.ts';
import { type Tx, transaction } from '../../platform/database/db.ts';
import { assertRoom } from '../../platform/disk/disk-space.ts';
import { changeableRows, rowsLeft } from '../cell-store.ts';
import { refreshRows } from '../change-rows.ts';
import { keyReader, keysAfter } from '../column-keys.ts';
import { wasExportedSince } from '../export-store.ts';
import { websiteColumns } from '../list-fields.ts';
import { listGone } from '../list-gone.ts';
import { assertListsFit, beyondFreeVersion, listLimits, roomForSite } from '../list-limits.ts';
import { storeRefreshFrom } from '../refresh-store.ts';
import { ownKey } from '../row-key.ts';
import { rowBytes, rowsByKeys } from '../row-store.ts';
import { checkRows } from '../shown-rows.ts';
import { changeCounters, filledBy, findList, type ListRecord } from '../store.ts';
import { withRowsBack } from '../with-edit.ts';
import {
  endRemoval,
  findRemoval,
  type ReadRemovedRow,
  type RemovedRow,
  removedAmong,
  removedRows,
  takeRemoved,
} from './removal-store.ts';
import { giveBack, insertRemoved, type RestoredRow } from './restore-store.ts';

type RemovalDeps = Pick<Deps, 'config' | 'clock' | 'database' | 'secrets'>;

/** Rows put back in one transaction. With their answers, twice as many hold the embedded database for more than 100 ms. */
const ROWS_PER_PART = 40;

const MERGED_INTO_DELETED = 'The row that it was merged into was deleted, too. Undo that first.';
const COLUMNS_GONE = 'It is back without its values in columns that were deleted since.';
const KEY_TAKEN = 'It is back, and another row has the same key now. “Find duplicates” merges them.';

/** What came back of a removal, by the IDs of the rows. */
export interface UndoneRemoval {
  rows: number[];
  /** rows that didn't come back. `waits`: they can after the row that they were merged into. */
  refused: { row: number; reason: string; waits?: true }[];
  /** rows that came back, and what is different */
  notes: { row: number; text: string }[];
}

/**
 * Puts the rows of a removal back where they were, some at a time, with their cells, costs and remembered changes; of merged
 * rows also what the others took of them. Rows that an export since the removal may lack count as new. What belongs to columns
 * and steps that the list doesn't have any more is lost. Rows about people who opted out are deleted, and refused. null: there
 * is no such removal, or it was undone. Throws `not_found` if it is too old, and `quota_exceeded` if the rows don't fit; those
 * before are back then, and the error has their number.
 */
export async function undoRemoval(
  deps: RemovalDeps,
  accountId: string,
  { id, edit }: { id: string; edit: string },
): Promise<UndoneRemoval | null> {
  const { db, space } = deps.database;
  const list = await findList(db, accountId, id);
  if (!list) throw listGone();
  const removal = await findRemoval(db, id, edit, new Date(deps.clock.now()));
  if (!removal) return null;
  // What a merge changed in rows that stayed is of the rows that went.
  if (!removal.isOpen) throw new CallError('not_found', 'This change is too old to be undone.');
  assertRoom(space);
  const undone: UndoneRemoval = { rows: [], refused: [], notes: [] };
  try {
    for (let after = 0; ; ) {
      const read = await removedRows(db, { removal: edit }, after, ROWS_PER_PART);
      const last = read.at(-1);
      if (!last) break;
      const checked = await withoutOptedOut(deps, list, read);
      const part = await transaction(db, (tx) => restoreRows(tx, deps, accountId, removal, checked));
      undone.rows.push(...part.rows);
      undone.refused.push(...part.refused);
      undone.notes.push(...part.notes);
      // Those that changed meanwhile are read again.
      if (!part.isChanged) after = last.row_id;
      await nextTurn();
    }
    await endRemoval(db, edit);
  } catch (error) {
    throw withRowsBack(error, undone.rows.length);
  }
  return undone;
}

/** Rows as they were read, and as they may come back; null for one about someone who opted out. */
type CheckedRow = { read: ReadRemovedRow; row: RemovedRow | null };

async function withoutOptedOut(
  deps: RemovalDeps,
  list: ListRecord,
  rows: readonly ReadRemovedRow[],
): Promise<CheckedRow[]> {
  const { shown } = await checkRows(deps, list, rows);
  const byId = new Map(shown.map((row) => [row.row_id, row]));
  const answers = rows.flatMap((row) => row.answers);
  const history = rows.flatMap((row) => row.history);
  const listedAnswers = await areRowsOptedOut(
    deps,
    answers.map(({ tries }) => ({ tries })),
  );
  const listedHistory = await areRowsOptedOut(deps, history, websiteColumns(list));
  const bad = new Set<object>([
    ...answers.filter((_, index) => listedAnswers[index]),
    ...history.filter((_, index) => listedHistory[index]),
  ]);
  return rows.map((read) => {
    const row = byId.get(read.row_id);
    if (!row) return { read, row: null };
    return {
      read,
      row: {
        ...row,
        answers: row.answers.map((cell) =>
          bad.has(cell) ? { ...cell, tries: [], answered_by: null, note: OPTED_OUT } : cell,
        ),
        history: row.history.filter((change) => !bad.has(change)),
      },
    };
  });
}

async function restoreRows(
  tx: Tx,
  { config, clock }: RemovalDeps,
  accountId: string,
  removal: { list_id: string; key_column: string | null; at: Date },
  checked: readonly CheckedRow[],
): Promise<UndoneRemoval & { isChanged: boolean }> {
  const account = await lockGateAccount(tx, config, accountId);
  const list = account && (await findList(tx, accountId, removal.list_id));
  if (!account || !list) throw listGone();
  const targets = checked.flatMap(({ row }) => row?.merged_into ?? []);
  const deletedTargets = await removedAmong(tx, list.id, targets);
  const waits = (row: RemovedRow) => row.merged_into !== null && deletedTargets.has(row.merged_into);
  const taken = await takeRemoved(
    tx,
    list.id,
    checked.flatMap(({ read, row }) => (row && waits(row) ? [] : [read])),
  );
  const back = checked.flatMap(({ row }) => (row && taken.has(row.row_id) ? [row] : []));
  const refused = checked.flatMap(({ read: { row_id }, row }): UndoneRemoval['refused'] => {
    if (row && waits(row)) return [{ row: row_id, reason: MERGED_INTO_DELETED, waits: true }];
    return !row && taken.has(row_id) ? [{ row: row_id, reason: OPTED_OUT }] : [];
  });
  const notes: UndoneRemoval['notes'] = [];
  const at = new Date(clock.now());
  if (back.length > 0) {
    const lost = await lostColumns(tx, list, back[0]?.removal ?? '');
    const left = await rowsLeft(tx, list.id, targets);
    await giveBack(
      tx,
      list.id,
      back.filter(({ merged_into }) => merged_into !== null && left.has(merged_into)),
    );
    const isKeyed = list.key_column !== null || removal.key_column !== null;
    const rows = back.map((row) => withoutLost(row, list, { lost, isKeyed }));
    const others = await rowsByKeys(
      tx,
      list.id,
      rows.flatMap(({ keys }) => keys),
    );
    const keysOfOthers = new Set(others.flatMap(({ keys }) => keys));
    for (const [index, row] of rows.entries()) {
      const had = Object.keys(back[index]?.cells ?? {}).length;
      if (Object.keys(row.cells).length < had) notes.push({ row: row.row_id, text: COLUMNS_GONE });
      else if (row.keys.some((key) => keysOfOthers.has(key)))
        notes.push({ row: row.row_id, text: KEY_TAKEN });
    }
    const bytes = rows.reduce((sum, row) => sum + row.bytes, 0);
    await assertFits(tx, config, { accountId, account, list }, { rows: rows.length, bytes });
    await insertRemoved(tx, list.id, rows, { isNew: await wasExportedSince(tx, list.id, removal.at) });
    await changeCounters(tx, list.id, { rows: rows.length, bytes, deleted: true, at });
    const ids = rows.map(({ row_id }) => row_id);
    // Steps may have changed since.
    const all = await changeableRows(tx, list.id, ids);
    const first = all[(await refreshRows(tx, list, all, at)).length];
    if (first) await storeRefreshFrom(tx, list.id, first.id);
  }
  return {
    rows: back.map(({ row_id }) => row_id),
    refused,
    notes,
    isChanged: checked.some(({ read, row }) => !taken.has(read.row_id) && !(row && waits(row))),
  };
}

/** The columns whose values don't come back, as the list is now. */
async function lostColumns(tx: Tx, list: ListRecord, removal: string): Promise<ReadonlySet<string>> {
  const { lost_columns } = await tx
    .selectFrom('list_removals')
    .select('lost_columns')
    .where('id', '=', removal)
    .executeTakeFirstOrThrow();
  return new Set([...lost_columns, ...list.deleted_columns]);
}

/** `isKeyed`: a column identified the rows, or does now. It may be another one, or have another type. */
function withoutLost(
  row: RemovedRow,
  list: ListRecord,
  { lost, isKeyed }: { lost: ReadonlySet<string>; isKeyed: boolean },
): RestoredRow {
  const stays = (column: string) => list.columns.includes(column) && !lost.has(column);
  const only = <Value>(values: Readonly<Record<string, Value>>) =>
    Object.fromEntries(Object.entries(values).filter(([column]) => stays(column)));
  const cells = only(row.cells);
  const known = row.keys.length > 0 ? row.keys : [ownKey()];
  const keys = isKeyed ? keysAfter(known, { before: null, now: keyReader(list)(cells), all: true }) : known;
  const history = row.history.flatMap((change) => {
    const before = only(change.before);
    const isGone = Object.keys(before).length < Object.keys(change.before).length;
    // An edit without values would be a row that it added.
    if (isGone && change.edit_id !== null && Object.keys(before).length === 0) return [];
    return [{ ...change, before, typed: change.typed?.filter(stays) ?? null }];
  });
  return {
    row_id: row.row_id,
    cells,
    keys,
    history,
    edited: row.edited?.filter(stays) ?? null,
    version: row.version,
    added_at: row.added_at,
    updated_at: row.updated_at,
    bytes: rowBytes({ values: cells, keys }),
    answers: row.answers.filter(({ step }) => list.steps.some(({ id }) => id === step)),
  };
}

async function assertFits(
  tx: Tx,
  config: RemovalDeps['config'],
  {
    accountId,
    account,
    list,
  }: {
    accountId: string;
    account: NonNullable<Awaited<ReturnType<typeof lockGateAccount>>>;
    list: ListRecord;
  },
  { rows, bytes }: { rows: number; bytes: number },
): Promise<void> {
  const limits = listLimits(config, { paid: isUnlimited(account) });
  assertListsFit(await filledBy(tx, accountId), { lists: 0, rows, bytes }, limits);
  if (list.kind !== 'extension') return;
  const site = z.enum(COLLECT_SITES).parse(list.source);
  const ofSite = collectLimits(account.plan, site);
  const room = ofSite ? await roomForSite(tx, accountId, site, ofSite) : undefined;
  if (ofSite && room !== undefined && rows > room)
    throw new CallError('quota_exceeded', beyondFreeVersion(ofSite));
}
