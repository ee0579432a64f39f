import type { InputOf } from '#contract/call.ts';
import type { LIST_CALLS } from '#contract/calls/list-calls.ts';
import { CallError } from '#contract/errors.ts';
import { leftOutText } from '#contract/left-out-text.ts';
import type { LeftOutBy } from '#contract/list-exclusions.ts';
import type { Deps } from '../deps.ts';
import { assertRoom } from '../platform/disk/disk-space.ts';
import type { TargetList } from './add-rows.ts';
import { keyReader } from './column-keys.ts';
import { withoutDeleted } from './deleted-columns.ts';
import { createLeftOutCount } from './exclusions/count-left-out.ts';
import { type ExclusionOf, openLeftOut } from './exclusions/left-out.ts';
import { assertNameFree } from './list-name.ts';
import { conditionColumns, type ListDeps, requireColumns, requireList } from './lists.ts';
import { copyKey, isValueKey } from './row-key.ts';
import { rowPages } from './row-steps.ts';
import { keysOfRows } from './row-store.ts';
import { saveAsEdit } from './save-edit.ts';
import { checkRows, type ListSelection } from './shown-rows.ts';
import { refreshRest } from './steps/refresh-list.ts';
import { findListByName, type ListKey, type ListRecord } from './store.ts';
import { storeRows } from './store-steps.ts';
import { targetColumns } from './target-columns.ts';

interface SavedRows {
  list: ListRecord;
  added: number;
  updated: number;
  refused: number;
  leftOutBy: LeftOutBy;
}

/**
 * Adds the chosen rows of a list to another list of the account, which is created if there is none. They stay in the first one.
 * The lists have the same source, so a row that both have is recognized and updated, also by the key column of the other list.
 * Its columns are found as `targetColumns` says. Rows about someone who opted out are left out, and those that exclusion lists
 * leave out are counted by list. `edit`: what undoes this in a list that was there; the result has it if something changed. Throws
 * CallError; at a limit of the account, the rows before it stay.
 */
export async function saveRows(
  deps: ListDeps & Pick<Deps, 'secrets'>,
  accountId: string,
  {
    id,
    name,
    leaveOut,
    edit,
    ...selection
  }: ListSelection & Pick<InputOf<typeof LIST_CALLS.listSaveRows>, 'id' | 'name' | 'leaveOut' | 'edit'>,
): Promise<SavedRows & { edit: string | null }> {
  const { db, space } = deps.database;
  const from = await requireList(deps, accountId, id);
  requireColumns(from, conditionColumns(selection.where));
  const exclusionOf = leaveOut ? await openLeftOut(deps, accountId, from, leaveOut.split(',')) : null;
  const { kind, source } = from;
  const to = { accountId, kind, source, name };
  if (name === from.name) {
    throw new CallError('conflict', 'These rows are in this list already. Choose another list.');
  }
  await assertNameFree(db, to);
  assertRoom(space);
  const known = await findListByName(db, to);
  return saveAsEdit(db, { known, edit }, (editId) =>
    saveSelected(deps, from, { to, selection, exclusionOf, editId }),
  );
}

async function saveSelected(
  deps: ListDeps & Pick<Deps, 'secrets'>,
  from: ListRecord,
  {
    to,
    selection,
    exclusionOf,
    editId,
  }: { to: ListKey; selection: ListSelection; exclusionOf: ExclusionOf | null; editId: string | undefined },
): Promise<SavedRows> {
  const { db } = deps.database;
  const { id } = from;
  const total = { added: 0, updated: 0, refused: 0 };
  const leftOut = createLeftOutCount();
  for await (const page of rowPages(db, id, selection)) {
    const { shown: all, gone } = await checkRows(deps, from, page);
    const shown = all.filter(({ cells }) => {
      const by = exclusionOf?.(cells);
      if (by) leftOut.add(by);
      return !by;
    });
    total.refused += gone.length;
    if (shown.length === 0) continue;
    const keys = await keysOfRows(
      db,
      id,
      shown.map((row) => row.id),
    );
    const { target, valuesOf } = await targetColumns(deps, from, to);
    const keysOf = await targetKeys(deps, target);
    const rows = shown.map((row) => {
      const values = valuesOf(withoutDeleted(from, row.cells));
      const own = keysOf(keys.get(row.id) ?? [], values);
      return { keys: own.length > 0 ? own : [copyKey(id, row.id)], values };
    });
    const { added, updated } = await storeRows(deps, target, rows, { editId });
    total.added += added;
    total.updated += updated;
  }
  const list = await findListByName(db, to);
  if (!list || total.added + total.updated === 0) {
    throw new CallError(
      'unprocessable',
      total.refused > 0
        ? 'Nothing was saved: all of these rows are about people or companies that asked not to be listed.'
        : leftOut.rows > 0
          ? `Nothing was saved: your exclusion lists leave out these rows (${leftOutText(leftOut.by())}).`
          : 'Nothing was saved: no row of the list matches.',
    );
  }
  return { list, ...total, leftOutBy: leftOut.by() };
}

/**
 * What identifies a row in the list that it is added to: in place of its value in the key column of its own list, that in the key
 * column of the other one. A list without one keeps the keys, so that the row is recognized next time.
 */
async function targetKeys(
  deps: ListDeps,
  target: TargetList,
): Promise<(keys: readonly string[], values: Readonly<Record<string, string>>) => readonly string[]> {
  const list = await findListByName(deps.database.db, target);
  if (!list || list.key_column === null) return (keys) => keys;
  // Rows that have no key yet would be added again.
  if (list.refresh_keys) await refreshRest(deps, target.accountId, list.id);
  const keyOf = keyReader(list);
  return (keys, values) => {
    const now = keyOf(values);
    return [...keys.filter((key) => !isValueKey(key)), ...(now === null ? [] : [now])];
  };
}
