import type { Deps } from '../../deps.ts';
import { areRowsOptedOut, OPTED_OUT } from '../../opt-outs/contact-check.ts';
import { transaction } from '../../platform/database/db.ts';
import { websiteColumns } from '../list-fields.ts';
import { checkRows } from '../shown-rows.ts';
import type { ListRecord } from '../store.ts';
import { changeRemoved, removedPages, takeRemoved } from './removal-store.ts';

/** Removes people who opted out from the rows of a list that were deleted and can come back. */
export async function sweepRemoved(
  deps: Pick<Deps, 'database' | 'secrets'>,
  list: Pick<ListRecord, 'id' | 'kind' | 'source' | 'columns' | 'fields'>,
): Promise<void> {
  const { db } = deps.database;
  const websites = websiteColumns(list);
  for await (const page of removedPages(db, list.id)) {
    const { changed, gone } = await checkRows(deps, list, page);
    await transaction(db, (tx) => takeRemoved(tx, list.id, gone));
    const cellsOf = new Map(changed.map((row) => [row.row_id, row.cells]));
    for (const row of page) {
      if (gone.some(({ row_id }) => row_id === row.row_id)) continue;
      const listed = await areRowsOptedOut(
        deps,
        [...row.answers.map(({ tries }) => ({ tries })), ...row.history],
        websites,
      );
      const cells = cellsOf.get(row.row_id);
      if (!cells && !listed.includes(true)) continue;
      await changeRemoved(db, row, {
        cells: cells ?? row.cells,
        answers: row.answers.map((cell, index) =>
          listed[index] ? { ...cell, tries: [], answered_by: null, note: OPTED_OUT } : cell,
        ),
        history: row.history.filter((_, index) => !listed[row.answers.length + index]),
      });
    }
  }
}
