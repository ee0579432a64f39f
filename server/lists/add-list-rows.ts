import type { InputOf } from '#contract/call.ts';
import { IMPORTED_EDIT_ROWS_MAX, type LIST_TABLE_CALLS } from '#contract/calls/list-table-calls.ts';
import { CallError } from '#contract/errors.ts';
import type { ListColumn } from '#contract/list-columns.ts';
import type { Deps } from '../deps.ts';
import { type KeyClaim, once } from '../idempotency/idempotency.ts';
import { areRowsOptedOut, OPTED_OUT } from '../opt-outs/contact-check.ts';
import { didOptOutSince } from '../opt-outs/opt-outs.ts';
import type { Tx } from '../platform/database/db.ts';
import { assertRoom } from '../platform/disk/disk-space.ts';
import { addRows } from './add-rows.ts';
import { changeList } from './change-list.ts';
import { addColumns, assertColumnsFit, columnFinder } from './column-changes.ts';
import { keyReader } from './column-keys.ts';
import { keepReply } from './import-replies.ts';
import { addedWebsites, listFields } from './list-fields.ts';
import { listSource } from './list-source.ts';
import { requireList } from './lists.ts';
import type { KeyedRow } from './merge-rows.ts';
import { countEdited } from './read-history.ts';
import { ownKey } from './row-key.ts';
import { refreshRest } from './steps/refresh-list.ts';
import { findImport, type ListRecord, storeTable } from './store.ts';
import { isSmall, TOO_LARGE } from './store-steps.ts';
import { lostValue, typedValues } from './typed-row.ts';

type Calls = typeof LIST_TABLE_CALLS;

const EMPTY = 'The row has no values.';
const KEPT = 'This row is already in the list.';

/** A row to add, and its position in the request. */
interface PlacedRow extends KeyedRow {
  position: number;
}

/** `refused`: rows that were left out, by their position. */
interface AddedCounts {
  added: number;
  updated: number;
  refused: { row: number; reason: string }[];
}

/**
 * Adds rows to a list of the account. Rows with a known key update theirs; an empty value changes nothing. Unknown columns
 * are added. Rows about people who opted out, empty or too large ones, and those that would lose a value are refused with the reason.
 * `note` stores what happened in the same transaction. The same request with the same key is carried out once and returns the same counts. `existing`: what
 * happens to rows that are there; with `keep`, they are refused. `edit`: what undoes this, which the result has if something changed.
 * Throws `validation_failed` if an edit has too many rows.
 */
export async function addListRows(
  deps: Pick<Deps, 'config' | 'clock' | 'database' | 'secrets'>,
  accountId: string,
  {
    id,
    rows,
    existing = 'update',
    edit,
  }: Pick<InputOf<Calls['listAddRows']>, 'id' | 'rows'> & Partial<InputOf<Calls['listAddRows']>>,
  {
    claim = null,
    note,
  }: { claim?: KeyClaim | null; note?: (tx: Tx, counts: AddedCounts) => Promise<void> } = {},
): Promise<{ list: ListRecord; edit: string | null } & AddedCounts> {
  assertRoom(deps.database.space);
  const before = await requireList(deps, accountId, id);
  // Rows that have no key yet would be added again.
  if (before.refresh_keys) await refreshRest(deps, accountId, id);
  // First, because the check for opt-outs looks at each name.
  const names = [...new Set(rows.flatMap(Object.keys))];
  const columnsBefore = listFields(before);
  assertColumnsFit(columnsBefore.length + newNames(columnsBefore, names).length);
  const checkedAt = new Date(deps.clock.now());
  let optedOut = await areTypedRowsOptedOut(deps, before, rows);
  const { list, result } = await changeList(deps, accountId, id, async (tx, found, { paid, at }) => {
    const counts = await countedOnce(tx, claim, at, async () => {
      if (edit && (await countEdited(tx, id, edit)) + rows.length > IMPORTED_EDIT_ROWS_MAX) throw tooMany();
      if (await didOptOutSince(tx, checkedAt))
        optedOut = await areTypedRowsOptedOut(
          { ...deps, database: { ...deps.database, db: tx } },
          before,
          rows,
        );
      const all = withColumns(found, names).fields;
      const refused: { row: number; reason: string }[] = [];
      const fitting = rows.flatMap((row, position) => {
        const reason = optedOut[position] ? OPTED_OUT : unfit(all, row);
        if (reason !== null) refused.push({ row: position, reason });
        return reason === null ? [{ row, position }] : [];
      });
      // A row that is left out leaves no columns behind.
      const { fields, list: known } = withColumns(
        found,
        fitting.flatMap(({ row }) => Object.keys(row)),
      );
      if (known !== found) await storeTable(tx, id, { fields, steps: found.steps, at });
      const keyOf = keyReader(known);
      const good = fitting.map(({ row, position }): PlacedRow => {
        const values = typedValues(fields, row);
        return { position, keys: [keyOf(values) ?? ownKey()], values };
      });
      const { kind, source, name } = known;
      const columns = fields.map((field) => field.id);
      const { added, updated, kept } = await addRows(
        tx,
        deps.config,
        { accountId, kind, source, name, columns },
        good,
        { paid, existing, editId: edit, at },
      );
      for (const index of kept) refused.push({ row: good[index]?.position ?? 0, reason: KEPT });
      refused.sort((a, b) => a.row - b.row);
      await note?.(tx, { added, updated, refused });
      return { added, updated, refused };
    });
    const isUndoable = edit !== undefined && (await countEdited(tx, id, edit)) > 0;
    return { ...counts, edit: isUndoable ? edit : null };
  });
  return { list, ...result };
}

/** Why a row can't be added; null if it can. */
function unfit(fields: readonly ListColumn[], row: Readonly<Record<string, string>>): string | null {
  const values = typedValues(fields, row);
  const lost = lostValue(fields, row, values);
  if (lost !== null) return lost;
  if (Object.keys(values).length === 0) return EMPTY;
  return isSmall({ values }) ? null : TOO_LARGE;
}

function tooMany(): CallError {
  const most = IMPORTED_EDIT_ROWS_MAX.toLocaleString('en-US');
  return new CallError(
    'validation_failed',
    `One edit can have ${most} rows at most. Use another \`edit\` for these rows.`,
  );
}

/** What `add` counts; for a repeated request, what the first one with its key counted. */
async function countedOnce(
  tx: Tx,
  claim: KeyClaim | null,
  at: Date,
  add: () => Promise<AddedCounts>,
): Promise<AddedCounts> {
  if (!claim) return add();
  const { accountId } = claim;
  let counts: AddedCounts | undefined;
  const reply = await once(tx, claim, async () => {
    counts = await add();
    const ofReason = Map.groupBy(counts.refused, ({ reason }) => reason);
    const positions = [...ofReason].map(([reason, rows]) => [reason, rows.map(({ row }) => row)]);
    return keepReply(tx, accountId, { ...counts, refused: Object.fromEntries(positions) }, at);
  });
  if (counts) return counts;
  const first = await findImport(tx, accountId, reply);
  if (!first) throw new CallError('idempotency_conflict');
  const refused = Object.entries(first.refused).flatMap(([reason, rows]) =>
    rows.map((row) => ({ row, reason })),
  );
  return { ...first, refused: refused.sort((a, b) => a.row - b.row) };
}

/**
 * Which rows that someone typed or sent name a person or company that opted out: by the names of columns as they were given, or
 * by the IDs under which a list would have the values.
 */
export function areTypedRowsOptedOut(
  deps: Pick<Deps, 'database' | 'secrets'>,
  list: ListRecord,
  rows: readonly Readonly<Record<string, string>>[],
  first: 'names' | 'ids' = 'names',
): Promise<boolean[]> {
  const fields = listFields(list);
  return areRowsOptedOut(
    deps,
    rows.map((row) => [row, typedValues(fields, row, first)]),
    addedWebsites(list, new Set(rows.flatMap(Object.keys))),
  );
}

/** The list with a column for each of these names; the same one if it has all. */
function withColumns(list: ListRecord, names: readonly string[]): { list: ListRecord; fields: ListColumn[] } {
  const fields = listFields(list);
  const unknown = newNames(fields, names);
  if (unknown.length === 0) return { list, fields };
  const all = addColumns(
    fields,
    listSource(list),
    unknown.map((name) => ({ name })),
    list.deleted_columns,
  );
  return { list: { ...list, fields: all, columns: all.map(({ id }) => id) }, fields: all };
}

/** Those of some names that no column has, each once. */
function newNames(fields: readonly ListColumn[], names: readonly string[]): string[] {
  const find = columnFinder(fields);
  const unknown = new Map<string, string>();
  for (const name of names) {
    const plain = name.trim();
    if (plain !== '' && !find(plain) && !unknown.has(plain.toLowerCase()))
      unknown.set(plain.toLowerCase(), plain);
  }
  return [...unknown.values()];
}
