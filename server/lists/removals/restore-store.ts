import { sql } from 'kysely';
import type { Tx } from '../../platform/database/db.ts';
import type { RemovedCell } from '../../platform/database/tables.ts';
import { countRows } from '../history-limit.ts';
import { nextVersion } from '../row-store.ts';
import type { RemovedRow } from './removal-store.ts';

/** A row to put back. */
export type RestoredRow = Pick<
  RemovedRow,
  | 'row_id'
  | 'cells'
  | 'edited'
  | 'version'
  | 'added_at'
  | 'updated_at'
  | 'bytes'
  | 'keys'
  | 'answers'
  | 'history'
>;

/**
 * Puts rows back into a list, with their IDs, keys, cells and remembered changes. `isNew`: exports of "only what is new or changed"
 * have them again.
 */
export async function insertRemoved(
  tx: Tx,
  listId: string,
  rows: readonly RestoredRow[],
  { isNew }: { isNew: boolean },
): Promise<void> {
  const all = sql`${JSON.stringify(rows)}::text::json`;
  await sql`
    insert into list_rows (id, list_id, cells, edited, bytes, version, added_at, updated_at)
    select r.row_id, ${listId}::uuid, r.cells, r.edited, r.bytes, ${isNew ? nextVersion(listId) : sql`r.version`}, r.added_at, r.updated_at
    from json_to_recordset(${all}) as r (
      row_id bigint, cells jsonb, edited jsonb, bytes integer, version bigint, added_at timestamptz, updated_at timestamptz
    )
  `.execute(tx);
  await sql`
    insert into list_row_keys (list_id, key, row_id)
    select ${listId}::uuid, k.value, r.row_id
    from json_to_recordset(${all}) as r (row_id bigint, keys json), json_array_elements_text(r.keys) k
    on conflict do nothing
  `.execute(tx);
  await insertCells(
    tx,
    listId,
    rows.flatMap(({ row_id, answers }) =>
      answers.flatMap((cell) => (cell.replaced ? [] : [{ ...cell, row_id, queued_by: null }])),
    ),
  );
  await sql`
    insert into list_history (id, list_id, row_id, before, typed, cell, step, task_id, edit_id, quiet, imported, at)
    select h.id, ${listId}::uuid, r.row_id, h.before, h.typed, h.cell, h.step, h.task_id, h.edit_id, h.quiet,
      coalesce(h.imported, false), h.at
    from json_to_recordset(${all}) as r (row_id bigint, history json), json_to_recordset(r.history) as h (
      id bigint, before jsonb, typed jsonb, cell jsonb, step text, task_id uuid, edit_id uuid, quiet boolean,
      imported boolean, at timestamptz
    )
    on conflict do nothing
  `.execute(tx);
  await countRows(
    tx,
    listId,
    rows.map(({ row_id }) => row_id),
  );
}

async function insertCells(
  tx: Tx,
  listId: string,
  cells: readonly (RemovedCell & { row_id: number; queued_by: string | null })[],
): Promise<void> {
  if (cells.length === 0) return;
  await sql`
    insert into list_cells
      (list_id, row_id, step, status, note, answered_by, tries, charge, input_hash, stale, ms, worked_at, task_id, queued_by)
    select ${listId}::uuid, c.row_id, c.step, c.status, c.note, c.answered_by, c.tries, c.charge, c.input_hash, c.stale, c.ms,
      c.worked_at, c.task_id, c.queued_by
    from json_to_recordset(${JSON.stringify(cells)}::text::json) as c (
      row_id bigint, step text, status text, note text, answered_by integer, tries jsonb, charge integer, input_hash text,
      stale boolean, ms integer, worked_at timestamptz, task_id uuid, queued_by uuid
    )
    on conflict do nothing
  `.execute(tx);
}

/**
 * Takes back what rows took of others that were merged into them: keys and cells. Cells that these replaced come back. An answer that is
 * newer stays, without the costs of the other one.
 */
export async function giveBack(tx: Tx, listId: string, rows: readonly RemovedRow[]): Promise<void> {
  const keys = rows.flatMap(({ merged_into: into, taken, keys: own }) =>
    (taken?.keys ?? []).filter((key) => own.includes(key)).map((key) => ({ row: into, key })),
  );
  if (keys.length > 0)
    await sql`
      delete from list_row_keys k using json_to_recordset(${JSON.stringify(keys)}::text::json) as g (row bigint, key text)
      where k.list_id = ${listId}::uuid and k.key = g.key and k.row_id = g.row
    `.execute(tx);
  // The last one first: it may have replaced what the row took of one before.
  for (const removed of rows.toReversed()) await giveCellsBack(tx, listId, removed);
}

async function giveCellsBack(
  tx: Tx,
  listId: string,
  { merged_into: row, taken, answers }: RemovedRow,
): Promise<void> {
  const replaced = new Map(answers.flatMap((cell) => (cell.replaced ? [[cell.step, cell] as const] : [])));
  const cells = answers
    .filter((cell) => !cell.replaced && taken?.steps.includes(cell.step))
    .map(({ step, charge, worked_at, task_id }) => {
      const added = replaced.get(step)?.charge ?? 0;
      return { row, step, charge, added, worked_at, task_id };
    });
  if (row === null || cells.length === 0) return;
  const given = sql`json_to_recordset(${JSON.stringify(cells)}::text::json) as g (
    row bigint, step text, charge integer, added integer, worked_at timestamptz, task_id uuid
  )`;
  const same = sql`c.list_id = ${listId}::uuid and c.row_id = g.row and c.step = g.step`;
  const { rows: gone } = await sql<{ step: string; queued_by: string | null }>`
    delete from list_cells c using ${given}
    where ${same} and c.charge = g.charge + g.added and c.worked_at is not distinct from g.worked_at
      and c.task_id is not distinct from g.task_id
    returning c.step, c.queued_by
  `.execute(tx);
  await sql`update list_cells c set charge = greatest(0, c.charge - g.charge) from ${given} where ${same}`.execute(
    tx,
  );
  const back = gone.flatMap(({ step, queued_by }) => {
    const cell = replaced.get(step);
    return cell ? [{ ...cell, row_id: row, queued_by }] : [];
  });
  await insertCells(tx, listId, back);
}
