import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../platform/database/db.ts';
import { countKept, type KeptValues } from './history-limit.ts';

/** A change that can be undone: the values before it, and the cell before it if a run made it. */
export interface HistoryEntry {
  row: number;
  before: Record<string, string | null>;
  /** of these columns: those that a person had typed */
  typed?: readonly string[];
  step: string | null;
  cell: object | null;
}

/** Who changed rows: a run, or an edit; neither, or `imported`: rows that came in. */
interface HistoryChange {
  taskId?: string | null;
  editId?: string | null;
  quiet?: boolean;
  imported?: boolean;
  at: Date;
}

/** Remembers changes of a list. */
export async function storeHistory(
  tx: Tx,
  listId: string,
  entries: readonly HistoryEntry[],
  { taskId = null, editId = null, quiet = false, imported = false, at }: HistoryChange,
): Promise<void> {
  if (entries.length === 0) return;
  const { rows } = await sql<KeptValues>`
    insert into list_history (list_id, row_id, before, typed, cell, step, task_id, edit_id, quiet, imported, at)
    select ${listId}::uuid, h.row, h.before, h.typed, h.cell, h.step, ${taskId}::uuid, ${editId}::uuid, ${quiet}::boolean,
      ${imported}::boolean, ${at}::timestamptz
    from json_to_recordset(${JSON.stringify(entries)}::text::json) as h (row bigint, before jsonb, typed jsonb, cell jsonb, step text)
    returning id, octet_length(before::text) + coalesce(octet_length(cell::text), 0) as bytes
  `.execute(tx);
  await countKept(tx, listId, rows, at);
}

/** What an edit or import changed in a row. */
export type ChangedRow = Pick<HistoryEntry, 'row' | 'before' | 'typed'>;

/** Changes of imports within this time are one, so that a program that sends a row all day long leaves one. */
const IMPORTS_TOGETHER_MS = 86_400_000;

/**
 * Stores what imports, programs, extensions and tools that add rows changed. A row that they changed again, with nothing in
 * between, keeps the values before the first of them.
 */
export async function storeImportHistory(
  tx: Tx,
  listId: string,
  changed: readonly ChangedRow[],
  at: Date,
): Promise<void> {
  await storeOnce(
    tx,
    listId,
    changed,
    { imported: true, at },
    sql`
      h.edit_id is null and h.task_id is null and h.step is null and h.at > ${new Date(at.getTime() - IMPORTS_TOGETHER_MS)}
        and h.id = (select id from list_history where row_id = e.row order by id desc limit 1)
    `,
  );
}

/**
 * Stores what a merge changed, as a part of one edit. A row that several parts changed has one entry, with the values before the
 * first of them.
 */
export async function storeMergeHistory(
  tx: Tx,
  listId: string,
  entries: readonly ChangedRow[],
  { editId, at }: { editId: string; at: Date },
): Promise<void> {
  const changed = entries.filter(({ before }) => Object.keys(before).length > 0);
  await storeOnce(tx, listId, changed, { editId, at }, sql`h.edit_id = ${editId}::uuid`);
}

/**
 * Stores what an import changed, and the rows that it added, as a part of one edit. A row has one entry, and stays one that the edit
 * added if a later part changes it.
 */
export async function storeImportEdit(
  tx: Tx,
  listId: string,
  { changed, added }: { changed: readonly ChangedRow[]; added: readonly number[] },
  { editId, at }: { editId: string; at: Date },
): Promise<void> {
  const change = { editId, imported: true, at };
  await storeOnce(tx, listId, changed, change, sql`h.edit_id = ${editId}::uuid`);
  const rows = added.map((row) => ({ row, before: {}, step: null, cell: null }));
  await storeHistory(tx, listId, rows, change);
}

/** Stores changes of rows: as a part of the entry `h` of the row that `isSame` says, which keeps the values that it has. */
async function storeOnce(
  tx: Tx,
  listId: string,
  changed: readonly ChangedRow[],
  change: HistoryChange,
  isSame: RawBuilder<unknown>,
): Promise<void> {
  if (changed.length === 0) return;
  const { rows: known } = await sql<KeptValues & { row_id: number }>`
    update list_history h set
      before = case when h.before = '{}' then h.before else e.before || h.before end,
      typed = coalesce(h.typed, '[]') || coalesce((
        select jsonb_agg(value) from jsonb_array_elements_text(e.typed) where not h.before ? value
      ), '[]')
    from json_to_recordset(${JSON.stringify(changed)}::text::json) as e (row bigint, before jsonb, typed jsonb), list_history was
    where h.list_id = ${listId}::uuid and h.row_id = e.row and was.id = h.id and ${isSame}
    returning h.id, h.at, h.row_id, octet_length(h.before::text) - octet_length(was.before::text) as bytes
  `.execute(tx);
  await countKept(tx, listId, known, change.at);
  const done = new Set(known.map(({ row_id }) => Number(row_id)));
  const fresh = changed.flatMap((entry) =>
    done.has(entry.row) ? [] : [{ ...entry, step: null, cell: null }],
  );
  await storeHistory(tx, listId, fresh, change);
}
