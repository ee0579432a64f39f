import { randomUUID } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { InputOf } from '#contract/call.ts';
import type { CALLS } from '#contract/calls.ts';
import { CallError } from '#contract/errors.ts';
import { exportWriter } from '#engines/list-exports/write-export.ts';
import type { Deps } from '../deps.ts';
import { assertRoom } from '../platform/disk/disk-space.ts';
import { changeableRows } from './cell-store.ts';
import { changeListColumns } from './change-columns.ts';
import { changeList } from './change-list.ts';
import { changeRows } from './change-rows.ts';
import type { ExclusionOf } from './exclusions/left-out.ts';
import { exportedVersion, versionAt } from './list-exports.ts';
import { listFields } from './list-fields.ts';
import { assertListsFit, listLimits } from './list-limits.ts';
import { requireColumns, requireList } from './lists.ts';
import { rowsUpTo } from './row-store.ts';
import { shownPages } from './shown-rows.ts';
import { filledBy, type ListRecord, storeReread } from './store.ts';
import { withEdit } from './with-edit.ts';

type DateDeps = Pick<Deps, 'config' | 'clock' | 'database' | 'secrets'>;
type DatedExport = InputOf<typeof CALLS.listExportDate>;

/** Rows stored in one transaction. With long texts, twice as many hold the embedded database for more than 100 ms. */
const ROWS_PER_PART = 40;

/**
 * Writes a date into a column of the rows that an export had: those of the same selection that the tool of the preset takes. Rows
 * that changed since the export that `mark` names stay without it, because the next one has them; without `mark`, no export is known, and
 * those of now have it. The rows don't count as changed, so that
 * exports of "only what is new or changed" don't have them again. Creates the column if the list has none with this name. Returns
 * the list, the edit that `list-undo` undoes, and how many rows have the date. Throws `not_found` for an export that isn't known,
 * `validation_failed` for a column that a step fills or that identifies rows, and for an export that counts already, if it had
 * what was new since the one before with its name; `conflict` if the column is deleted meanwhile; and at a limit of the account.
 * Rows dated before an error stay, and it has the ID of the edit.
 */
export async function dateExport(
  deps: DateDeps,
  accountId: string,
  input: DatedExport,
  exclusionOf: ExclusionOf | null,
): Promise<{ list: ListRecord; edit: string; rows: number }> {
  assertRoom(deps.database.space);
  const { id, search, where, leaveOut, selected, since, mark, confirm, preset, rows, text, format } = input;
  if (since !== undefined && since === mark && confirm === undefined)
    throw new CallError(
      'validation_failed',
      'Use `confirm` in `list-csv` and here: without it, the export that `since` names is already this one.',
    );
  const list = await requireList(deps, accountId, id);
  const filter = { search, where, leaveOut };
  const version =
    mark === undefined
      ? Number(list.version)
      : await exportedVersion(deps, list, { name: mark, filter, confirm });
  if (version === undefined)
    throw new CallError('not_found', 'No finished export of this list has this name and confirmation.');
  const newerThan = since === undefined ? undefined : await versionAt(deps, list, since, filter);
  requireColumns(list, input.columns ?? []);
  const chosen = new Set(input.columns ?? list.columns);
  const { write } = exportWriter(
    listFields(list).filter((field) => chosen.has(field.id)),
    { format, preset, rows, asText: text === 'true' },
  );
  const column = await dateColumn(deps, accountId, list, input.column);
  const value = input.date ?? new Date(deps.clock.now()).toISOString().slice(0, 10);
  const edit = randomUUID();
  let dated = 0;
  try {
    for await (const page of shownPages(deps, list, { search, where, selected, newerThan, exclusionOf })) {
      const ids = page.flatMap((row) => (write(row.cells) === '' ? [] : [row.id]));
      for (let from = 0; from < ids.length; from += ROWS_PER_PART) {
        const part = ids.slice(from, from + ROWS_PER_PART);
        const { result } = await changeList(deps, accountId, id, async (tx, found, { paid, at }) => {
          requireDateColumn(found, column);
          const same = await changeableRows(tx, id, await rowsUpTo(tx, id, part, version));
          const changes = same.map((row) => ({ row, set: { [column]: value } }));
          const bytes = await changeRows(tx, found, changes, { editId: edit, at, quiet: true });
          const limits = listLimits(deps.config, { paid });
          if (bytes > 0)
            assertListsFit(await filledBy(tx, accountId), { lists: 0, rows: 0, bytes: 1 }, limits);
          return same.length;
        });
        dated += result;
        await nextTurn();
      }
    }
  } catch (error) {
    throw dated > 0 ? withEdit(error, edit) : error;
  } finally {
    // The index of open lists finds changed rows by their versions.
    if (dated > 0) await storeReread(deps.database.db, id);
  }
  return { list: await requireList(deps, accountId, id), edit, rows: dated };
}

/** The ID of the column with a name, which is created if there is none. */
async function dateColumn(
  deps: DateDeps,
  accountId: string,
  list: ListRecord,
  name: string,
): Promise<string> {
  const named = (of: ListRecord) =>
    listFields(of).find((field) => field.name.toLowerCase() === name.toLowerCase());
  const known = named(list);
  if (known) {
    requireDateColumn(list, known.id);
    return known.id;
  }
  const changed = await changeListColumns(deps, accountId, {
    id: list.id,
    add: [{ name, type: 'date' }],
    change: [],
    delete: [],
  });
  const created = named(changed);
  if (!created) throw new CallError('conflict', 'The column wasn’t created. Try again.');
  return created.id;
}

/** Throws for a column that is gone, that a step fills or that identifies rows. */
function requireDateColumn(list: ListRecord, column: string): void {
  const field = listFields(list).find(({ id }) => id === column);
  if (!field)
    throw new CallError('conflict', 'The column for the date was deleted meanwhile. Choose another one.');
  if (field.step !== null || field.id === list.key_column)
    throw new CallError('validation_failed', `“${field.name}” can’t have the date. Choose another column.`);
}
