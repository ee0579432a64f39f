import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Db, Tx } from '../platform/database/db.ts';

/** Changes of one page. Their evidence is large. */
const SWEPT_PER_PAGE = 100;
/** Changes of an edit that are read at once, so that others use the database between two parts. */
const EDITED_PER_PAGE = 1000;

/** A change of a run, with the cell before it; null for one that was never worked. */
export interface RunChange {
  id: number;
  row_id: number;
  step: string;
  before: Record<string, string | null>;
  cell: Record<string, unknown> | null;
}

/** The changes of a run, the latest first. */
export async function runHistory(
  db: Db,
  taskId: string,
  { before, limit }: { before: number | null; limit: number },
): Promise<RunChange[]> {
  const changes = db
    .selectFrom('list_history')
    .select(['id', 'row_id', 'step', 'before', 'cell'])
    .where('task_id', '=', taskId)
    .orderBy('id', 'desc')
    .limit(limit);
  const rows = await (before === null ? changes : changes.where('id', '<', before)).execute();
  return rows.map((row) => ({
    ...row,
    id: Number(row.id),
    row_id: Number(row.row_id),
    step: row.step ?? '',
  }));
}

/** Changes of a row that a person sees, the latest first. */
const SHOWN_CHANGES = 20;

/** The latest changes of some columns of a row. `typed` is null for edits of earlier versions. */
export async function rowHistory(
  db: Db,
  rowId: number,
  columns: readonly string[],
): Promise<
  {
    at: Date;
    before: Record<string, string | null>;
    typed: string[] | null;
    task_id: string | null;
    /** by rows that came in */
    imported: boolean;
  }[]
> {
  const rows = await db
    .selectFrom('list_history')
    .select(['at', 'before', 'typed', 'task_id', 'edit_id', 'step', 'imported'])
    .where('row_id', '=', rowId)
    .where(sql<boolean>`before ?| ${sql.val(textArray(columns))}::text[]`)
    .orderBy('id', 'desc')
    .limit(SHOWN_CHANGES)
    .execute();
  return rows.map(({ at, before, typed, task_id, edit_id, step, imported }) => ({
    at,
    imported: imported || (task_id === null && edit_id === null && step === null),
    before: Object.fromEntries(Object.entries(before).filter(([column]) => columns.includes(column))),
    typed: typed?.filter((column) => columns.includes(column)) ?? null,
    task_id,
  }));
}

interface EditChange {
  id: number;
  row_id: number;
  before: Record<string, string | null>;
  typed: string[] | null;
  quiet: boolean;
}

/**
 * What an edit changed. An entry without values is a row that it added. `typed` is null for edits of earlier versions. `quiet`: the
 * row didn't count as changed.
 */
export async function editHistory(db: Db, listId: string, editId: string): Promise<EditChange[]> {
  const changes: EditChange[] = [];
  for (let after = 0; ; ) {
    const rows = await db
      .selectFrom('list_history')
      .select(['id', 'row_id', 'before', 'typed', 'quiet'])
      .where('list_id', '=', listId)
      .where('edit_id', '=', editId)
      .where('id', '>', after)
      .orderBy('id')
      .limit(EDITED_PER_PAGE)
      .execute();
    for (const row of rows) changes.push({ ...row, id: Number(row.id), row_id: Number(row.row_id) });
    const last = changes.at(-1);
    if (!last || rows.length < EDITED_PER_PAGE) return changes;
    after = last.id;
    await nextTurn();
  }
}

/** How many rows an edit changed or added. */
export async function countEdited(db: Db, listId: string, editId: string): Promise<number> {
  const { count } = await db
    .selectFrom('list_history')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('list_id', '=', listId)
    .where('edit_id', '=', editId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/**
 * The values that entries of the history left, by row, in the columns that edits or runs changed later. Each row has one of the
 * entries.
 */
export async function valuesAfter(
  tx: Tx,
  listId: string,
  entries: readonly { id: number; row_id: number }[],
): Promise<ReadonlyMap<number, Readonly<Record<string, string | null>>>> {
  if (entries.length === 0) return new Map();
  const entryOf = new Map(entries.map(({ id, row_id }) => [row_id, id]));
  const later = await tx
    .selectFrom('list_history')
    .select(['id', 'row_id', 'before'])
    .where('list_id', '=', listId)
    .where('row_id', 'in', [...entryOf.keys()])
    .where('id', '>', Math.min(...entryOf.values()))
    .orderBy('id')
    .execute();
  const values = new Map<number, Record<string, string | null>>();
  for (const { id, row_id, before } of later) {
    const row = Number(row_id);
    // What the first of them changed is what the entry left.
    if (Number(id) > (entryOf.get(row) ?? 0)) values.set(row, { ...before, ...values.get(row) });
  }
  return values;
}

/** Those of some rows that an edit changed already, with the columns. */
export async function editedRows(
  tx: Tx,
  editId: string,
  rows: readonly number[],
): Promise<ReadonlyMap<number, readonly string[]>> {
  if (rows.length === 0) return new Map();
  const changed = await tx
    .selectFrom('list_history')
    .select(['row_id', 'before'])
    .where('edit_id', '=', editId)
    .where('row_id', 'in', rows)
    .execute();
  return new Map(changed.map(({ row_id, before }) => [Number(row_id), Object.keys(before)]));
}

/** The remembered changes of a list, in pages. */
export async function* historyPages(
  db: Db,
  listId: string,
): AsyncGenerator<{ id: number; before: Record<string, string | null>; cell: object | null }[]> {
  for (let after = 0; ; ) {
    const rows = await db
      .selectFrom('list_history')
      .select(['id', 'before', 'cell'])
      .where('list_id', '=', listId)
      .where('id', '>', after)
      .orderBy('id')
      .limit(SWEPT_PER_PAGE)
      .execute();
    const page = rows.map((row) => ({ ...row, id: Number(row.id) }));
    if (page.length > 0) yield page;
    const last = page.at(-1);
    if (!last || page.length < SWEPT_PER_PAGE) return;
    after = last.id;
  }
}

/** A text array as PostgreSQL writes it: only quotes and backslashes are escaped. */
export function textArray(texts: readonly string[]): string {
  return `{${texts.map((text) => `"${text.replaceAll(/["\\]/g, '\\$&')}"`).join(',')}}`;
}

/**
 * The columns of rows that people, imports and programs changed after an entry of the history, by entry. Runs, and answers that a
 * person called wrong, belong to a step, whose cell says whether they count.
 */
export async function editedSince(
  tx: Tx,
  listId: string,
  rows: readonly number[],
  after: number,
): Promise<{ id: number; row: number; columns: string[] }[]> {
  if (rows.length === 0) return [];
  const edits = await tx
    .selectFrom('list_history')
    .select(['id', 'row_id', 'before'])
    .where('list_id', '=', listId)
    .where('row_id', 'in', rows)
    .where('id', '>', after)
    .where(({ or, and, eb }) =>
      or([eb('edit_id', 'is not', null), and([eb('task_id', 'is', null), eb('step', 'is', null)])]),
    )
    .execute();
  return edits.map(({ id, row_id, before }) => ({
    id: Number(id),
    row: Number(row_id),
    columns: Object.keys(before),
  }));
}
