import { randomUUID } from 'node:crypto';
import type { InputOf } from '#contract/call.ts';
import type { LIST_TABLE_CALLS } from '#contract/calls/list-table-calls.ts';
import { CallError } from '#contract/errors.ts';
import { areRowsOptedOut, OPTED_OUT } from '../opt-outs/contact-check.ts';
import { type ChangeableRow, changeableRows } from './cell-store.ts';
import { changeList } from './change-list.ts';
import { changeRows } from './change-rows.ts';
import { type EditDeps, type EditResult, inParts, withoutOptedOut } from './edit-list.ts';
import { websiteColumns } from './list-fields.ts';
import { requireList } from './lists.ts';
import { editHistory, valuesAfter } from './read-history.ts';
import { undoRemoval } from './removals/undo-removal.ts';
import { deleteRowsById } from './row-store.ts';
import { changeCounters, storeReread } from './store.ts';
import { withRowsBack } from './with-edit.ts';

const CHANGED_SINCE = 'It has changed since then, and keeps its newer values.';
/** Rows of a reply that came back. */
const ROWS_SHOWN = 500;

/**
 * Puts back what an edit changed, as an edit of its own, in parts like `editList`: values that a tool had found are the tool's
 * again. Rows that it added are deleted. Rows that didn't count as changed don't either when it is undone. Refuses values that name
 * people who opted out, and with their row what edits and runs changed since: unless the value is again what the edit had left, as
 * after an undo of those. Throws `not_found` if everything is as before already. Of a deletion or a merge, the rows come back
 * first; an error has the number of those that are back.
 */
export async function undoEdit(
  deps: EditDeps,
  accountId: string,
  { id, edit: undone }: InputOf<(typeof LIST_TABLE_CALLS)['listUndo']>,
): Promise<EditResult> {
  const edit = randomUUID();
  const removal = await undoRemoval(deps, accountId, { id, edit: undone });
  const list = await requireList(deps, accountId, id);
  const entries = await editHistory(deps.database.db, id, undone);
  const before = new Map(entries.map((entry) => [entry.row_id, entry]));
  const { kept, refused } = await withoutOptedOut([...before.keys()], (rows) =>
    areRowsOptedOut(
      deps,
      rows.map((row) => before.get(row)?.before ?? {}),
      websiteColumns(list),
    ),
  );
  const restored = {
    notes: removal?.notes ?? [],
    refused: (removal?.refused ?? []).map((refusal) => ({ added: null, ...refusal })),
  };
  if (removal && entries.length === 0)
    return {
      list: await requireList(deps, accountId, id),
      edit,
      rows: removal.rows.slice(0, ROWS_SHOWN),
      ...restored,
      conflicts: [],
    };
  const changedSince = new Set<number>();
  let undoes = removal !== null;
  const quiet = entries.some((entry) => entry.quiet);
  const result = await inParts(kept, [], (rowIds) =>
    changeList(deps, accountId, id, async (tx, found, { at }) => {
      if (entries.length === 0) throw nothingLeft();
      const columns = new Set(found.columns);
      const after = await valuesAfter(
        tx,
        id,
        rowIds.flatMap((row) => before.get(row) ?? []),
      );
      const added: number[] = [];
      const changes = (await changeableRows(tx, id, rowIds)).flatMap((row) => {
        const entry = before.get(row.id);
        const back = columnsBack(row, entry);
        const left = Object.entries(after.get(row.id) ?? {});
        const since = left.flatMap(([column, text]) =>
          columns.has(column) && !back.includes(column) && (row.cells[column] ?? null) !== text
            ? [column]
            : [],
        );
        const changed = Object.keys(entry?.before ?? {});
        const isAdded = changed.length === 0;
        if (since.some((column) => isAdded || changed.includes(column))) changedSince.add(row.id);
        else if (isAdded) added.push(row.id);
        const set = Object.entries(entry?.before ?? {}).filter(
          ([column]) => columns.has(column) && !since.includes(column) && !back.includes(column),
        );
        if (set.length === 0) return [];
        const values = Object.fromEntries(set.map(([column, text]) => [column, text ?? '']));
        return [{ row, set: values, typed: entry?.typed ?? undefined }];
      });
      await changeRows(tx, found, changes, { editId: edit, at, quiet });
      undoes ||= changes.length + added.length > 0;
      if (added.length > 0) {
        const gone = await deleteRowsById(tx, id, added);
        await changeCounters(tx, id, { rows: -gone.rows, bytes: -gone.bytes, at });
      }
      return { edit, rows: changes.map(({ row }) => row.id) };
    }),
  )
    .catch((error: unknown) => {
      throw withRowsBack(error, removal?.rows.length ?? 0);
    })
    .finally(() => (quiet ? storeReread(deps.database.db, id) : undefined));
  if (!undoes && changedSince.size + refused.length === 0) throw nothingLeft();
  return {
    ...result,
    list: quiet ? await requireList(deps, accountId, id) : result.list,
    rows: [...new Set([...result.rows, ...(removal?.rows ?? [])])].slice(
      0,
      Math.max(result.rows.length, ROWS_SHOWN),
    ),
    notes: restored.notes,
    refused: [
      ...restored.refused,
      ...refused.map((row) => ({ row, added: null, reason: OPTED_OUT })),
      ...[...changedSince].map((row) => ({ row, added: null, reason: CHANGED_SINCE })),
    ],
    conflicts: [],
  };
}

/** The columns of a row that are as they were before an edit: their values, and whether a person typed them. */
function columnsBack(
  { cells, edited }: ChangeableRow,
  entry: { before: Record<string, string | null>; typed: string[] | null } | undefined,
): string[] {
  const { before = {}, typed = null } = entry ?? {};
  return Object.entries(before).flatMap(([column, text]) => {
    const isSame = (cells[column] ?? null) === text;
    const isTyped = edited?.includes(column) ?? false;
    return isSame && (typed === null || typed.includes(column) === isTyped) ? [column] : [];
  });
}

function nothingLeft(): CallError {
  return new CallError('not_found', 'This change is too old to be undone, or was undone before.');
}
