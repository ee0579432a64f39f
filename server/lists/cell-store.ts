import { setImmediate as nextTurn } from 'node:timers/promises';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Db, Tx } from '../platform/database/db.ts';
import type { RemovedCell, Tables } from '../platform/database/tables.ts';
import type { RunChange } from './read-history.ts';

export type CellRecord = Selectable<Tables['list_cells']>;

/** Cells counted by one statement, so that others use the database between two. */
const COUNTED_AT_ONCE = 5000;

/** A row that is about to change. */
export interface ChangeableRow {
  id: number;
  cells: Record<string, string>;
  edited: string[] | null;
  bytes: number;
}

/** These rows of a list; those that are gone are left out. The account's row is locked. */
export async function changeableRows(
  tx: Db,
  listId: string,
  ids: readonly number[],
): Promise<ChangeableRow[]> {
  if (ids.length === 0) return [];
  const rows = await tx
    .selectFrom('list_rows')
    .select(['id', 'cells', 'edited', 'bytes'])
    .where('list_id', '=', listId)
    .where('id', 'in', ids)
    .orderBy('id')
    .execute();
  return rows.map((row) => ({ ...row, id: Number(row.id) }));
}

/** The IDs of rows that the list still has. */
export async function rowsLeft(db: Db, listId: string, ids: readonly number[]): Promise<Set<number>> {
  if (ids.length === 0) return new Set();
  const rows = await db
    .selectFrom('list_rows')
    .select('id')
    .where('list_id', '=', listId)
    .where('id', 'in', ids)
    .execute();
  return new Set(rows.map(({ id }) => Number(id)));
}

/** The cells of rows, of all steps. */
export async function cellsOfRows(db: Db, listId: string, ids: readonly number[]): Promise<CellRecord[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('list_cells')
    .selectAll()
    .where('list_id', '=', listId)
    .where('row_id', 'in', ids)
    .execute();
  return rows.map((row) => ({ ...row, row_id: Number(row.row_id) }));
}

/** How many cells of a list have what a run answered, of the steps that the list has. Counts some rows at a time. */
export async function cellsOfRun(
  db: Db,
  { id, steps }: { id: string; steps: readonly { id: string }[] },
  taskId: string,
): Promise<number> {
  const rowsAtOnce = Math.max(1, Math.floor(COUNTED_AT_ONCE / Math.max(1, steps.length)));
  const names = JSON.stringify(steps.map((step) => step.id));
  let count = 0;
  for (let after = 0; ; ) {
    // The run isn't a condition of the search, or the database would read all of its cells for each part.
    const { rows } = await sql<{ last: string | null; cells: string }>`
      with part as (
        select id from list_rows where list_id = ${id}::uuid and id > ${after}::bigint order by id limit ${rowsAtOnce}
      )
      select (select max(id) from part) as last, count(*) filter (
        where task_id = ${taskId}::uuid and step in (select value from json_array_elements_text(${names}::text::json))
      ) as cells
      from list_cells
      where list_id = ${id}::uuid and row_id > ${after}::bigint and row_id <= (select max(id) from part)
    `.execute(db);
    const [part] = rows;
    if (!part || part.last === null) return count;
    count += Number(part.cells);
    after = Number(part.last);
    await nextTurn();
  }
}

/** A cell as a run stores it. `tries` is a JSON text. */
export type StoredCell = Pick<
  CellRecord,
  'row_id' | 'step' | 'status' | 'note' | 'answered_by' | 'charge' | 'input_hash' | 'ms'
> & { tries: string };

/** Stores the cells that a run worked. */
export async function storeCells(
  tx: Tx,
  listId: string,
  cells: readonly StoredCell[],
  { taskId, at }: { taskId: string; at: Date },
): Promise<void> {
  if (cells.length === 0) return;
  const list = cells.map(({ tries, ...cell }) => `${JSON.stringify(cell).slice(0, -1)},"tries":${tries}}`);
  await sql`
    insert into list_cells (list_id, row_id, step, status, note, answered_by, tries, charge, input_hash, stale, ms, worked_at, task_id, queued_by)
    select ${listId}::uuid, c.row_id, c.step, c.status, c.note, c.answered_by, c.tries, c.charge, c.input_hash, false, c.ms, ${at}::timestamptz, ${taskId}::uuid, null
    from json_to_recordset(${`[${list.join(',')}]`}::text::json) as c (
      row_id bigint, step text, status text, note text, answered_by integer, tries jsonb, charge integer, input_hash text, ms integer
    )
    on conflict (list_id, row_id, step) do update set
      status = excluded.status, note = excluded.note, answered_by = excluded.answered_by, tries = excluded.tries,
      charge = list_cells.charge + excluded.charge, input_hash = excluded.input_hash, stale = false, ms = excluded.ms,
      worked_at = excluded.worked_at, task_id = excluded.task_id, queued_by = null
  `.execute(tx);
}

/** Stores which answers of a cell are taken, after a person called one wrong. */
export async function storeTries(
  tx: Tx,
  listId: string,
  cell: {
    row: number;
    step: string;
    status: CellRecord['status'];
    answeredBy: number | null;
    tries: CellRecord['tries'];
  },
): Promise<void> {
  await tx
    .updateTable('list_cells')
    .set({ status: cell.status, answered_by: cell.answeredBy, tries: JSON.stringify(cell.tries) })
    .where('list_id', '=', listId)
    .where('row_id', '=', cell.row)
    .where('step', '=', cell.step)
    .execute();
}

/** Marks cells as waiting for a run. */
export async function queueCells(
  db: Db,
  listId: string,
  cells: readonly { row: number; step: string }[],
  taskId: string,
): Promise<void> {
  await sql`
    insert into list_cells (list_id, row_id, step, queued_by)
    select ${listId}::uuid, c.row, c.step, ${taskId}::uuid
    from json_to_recordset(${JSON.stringify(cells)}::text::json) as c (row bigint, step text)
    join list_rows r on r.id = c.row and r.list_id = ${listId}::uuid
    on conflict (list_id, row_id, step) do update set queued_by = excluded.queued_by
  `.execute(db);
}

/** Marks cells as stale, or as fresh again. */
export async function markStale(
  tx: Tx,
  listId: string,
  cells: readonly { row: number; step: string; stale: boolean }[],
): Promise<void> {
  if (cells.length === 0) return;
  await sql`
    update list_cells c set stale = s.stale
    from json_to_recordset(${JSON.stringify(cells)}::text::json) as s (row bigint, step text, stale boolean)
    where c.list_id = ${listId}::uuid and c.row_id = s.row and c.step = s.step
  `.execute(tx);
}

/** Rows that go into another one. No row is in two groups. */
export interface JoinedRows {
  from: readonly number[];
  to: number;
}

/** A cell that another row got, and the cell of that row that it replaced. */
export interface MovedCell {
  row: number;
  step: string;
  replaced: RemovedCell | null;
}

/** Each row that goes, and the one that it goes into, for SQL. */
export function joinedPairs(groups: readonly JoinedRows[]): RawBuilder<unknown> {
  const pairs = groups.flatMap(({ from, to }) => from.map((row) => ({ row, into_row: to })));
  return sql`json_to_recordset(${JSON.stringify(pairs)}::text::json) as g (row bigint, into_row bigint)`;
}

/**
 * Gives rows the cells of those that are merged into them: for steps that they have no cell of, and answers for those that they have
 * none of. What their own cells cost is added then. Returns whose cells they were. The `offset 0` is for `keysOf`'s reason.
 */
export async function moveCells(tx: Tx, listId: string, groups: readonly JoinedRows[]): Promise<MovedCell[]> {
  const { rows } = await sql<MovedCell & { into_row: number; queued_by: string | null }>`
    select distinct on (g.into_row, c.step) c.row_id as row, g.into_row, c.step, t.queued_by,
      case when t.row_id is not null then to_jsonb(t) - '{list_id,row_id,queued_by}'::text[] end as replaced
    from ${joinedPairs(groups)}
    cross join lateral (
      select * from list_cells where list_id = ${listId}::uuid and row_id = g.row offset 0
    ) c
    left join lateral (
      select * from list_cells where list_id = ${listId}::uuid and row_id = g.into_row and step = c.step offset 0
    ) t on true
    where c.status is not null
      and (t.row_id is null or (c.status = 'done' and t.status is distinct from 'done'))
    order by g.into_row, c.step, (c.status = 'done') desc, c.row_id
  `.execute(tx);
  if (rows.length === 0) return [];
  const given = rows.map(({ row, into_row, step, replaced, queued_by }) => ({
    row: Number(row),
    into_row: Number(into_row),
    step,
    charge: replaced?.charge ?? 0,
    queued_by,
  }));
  const moved = sql`json_to_recordset(${JSON.stringify(given)}::text::json) as m (
    row bigint, into_row bigint, step text, charge integer, queued_by uuid
  )`;
  const oneOf = (ids: readonly number[]) => sql`c.row_id = any(${`{${ids}}`}::text::bigint[])`;
  await sql`
    delete from list_cells c using ${moved}
    where c.list_id = ${listId}::uuid and ${oneOf(given.map((cell) => cell.into_row))}
      and c.row_id = m.into_row and c.step = m.step
  `.execute(tx);
  await sql`
    update list_cells c set row_id = m.into_row, charge = c.charge + m.charge, queued_by = coalesce(m.queued_by, c.queued_by)
    from ${moved}
    where c.list_id = ${listId}::uuid and ${oneOf(given.map((cell) => cell.row))}
      and c.row_id = m.row and c.step = m.step
  `.execute(tx);
  return rows.map(({ row, step, replaced }) => ({ row: Number(row), step, replaced }));
}

/** Stores the values of rows. The list's version grows with `changeCounters`. `version`: null leaves those of the rows. */
export async function storeRowValues(
  tx: Tx,
  listId: string,
  rows: readonly { id: number; cells: Record<string, string>; edited: readonly string[]; bytes: number }[],
  { version, at }: { version: number | null; at: Date },
): Promise<void> {
  await sql`
    update list_rows r set cells = u.cells, edited = u.edited, bytes = u.bytes,
      version = coalesce(${version}::bigint, r.version), updated_at = ${at}
    from json_to_recordset(${JSON.stringify(rows)}::text::json)
      as u (id bigint, cells jsonb, edited jsonb, bytes integer)
    where r.id = u.id and r.list_id = ${listId}::uuid
  `.execute(tx);
}

/** Deletes what steps said in some rows that the list doesn't have anymore. `steps`: those that it has. */
export async function deleteOtherCells(
  tx: Tx,
  listId: string,
  rows: readonly number[],
  steps: readonly { id: string }[],
): Promise<void> {
  await sql`
    delete from list_cells
    where list_id = ${listId}::uuid
      and row_id = any(${`{${rows}}`}::text::bigint[])
      and step not in (select value from json_array_elements_text(${JSON.stringify(steps.map(({ id }) => id))}::text::json))
  `.execute(tx);
}

/** Puts cells back as they were before a run. What they cost stays. */
export async function restoreCells(tx: Tx, listId: string, changes: readonly RunChange[]): Promise<void> {
  const cells = changes.map(({ row_id, step, cell }) => ({ row_id, step, cell }));
  await sql`
    update list_cells c set
      status = u.cell ->> 'status', note = u.cell ->> 'note', answered_by = (u.cell ->> 'answered_by')::integer,
      tries = coalesce(u.cell -> 'tries', '[]'), input_hash = u.cell ->> 'input_hash',
      stale = coalesce((u.cell ->> 'stale')::boolean, false), ms = (u.cell ->> 'ms')::integer,
      worked_at = (u.cell ->> 'worked_at')::timestamptz, task_id = (u.cell ->> 'task_id')::uuid
    from json_to_recordset(${JSON.stringify(cells)}::text::json) as u (row_id bigint, step text, cell jsonb)
    where c.list_id = ${listId}::uuid and c.row_id = u.row_id and c.step = u.step
  `.execute(tx);
}

/** Cells and changes of one page. Their evidence is large. */
const SWEPT_PER_PAGE = 100;

/** What a cell has as evidence. `version` changes with each change of the cell. */
export type CellEvidence = Pick<CellRecord, 'row_id' | 'step' | 'tries'> & { version: string };

/** The cells of a list with evidence, in pages. */
export async function* cellPages(db: Db, listId: string): AsyncGenerator<CellEvidence[]> {
  for (let after: { row: number; step: string } = { row: 0, step: '' }; ; ) {
    const { rows } = await sql<CellEvidence>`
      select row_id, step, tries, xmin::text as version from list_cells
      where list_id = ${listId}::uuid and (row_id, step) > (${after.row}::bigint, ${after.step})
      order by row_id, step limit ${SWEPT_PER_PAGE}
    `.execute(db);
    const page = rows.map((row) => ({ ...row, row_id: Number(row.row_id) }));
    if (page.length > 0) yield page;
    const last = page.at(-1);
    if (!last || page.length < SWEPT_PER_PAGE) return;
    after = { row: last.row_id, step: last.step };
  }
}

/**
 * Removes the evidence of cells about people who opted out, and says why they have none. Returns those that changed since they
 * were read, as they are now.
 */
export async function clearEvidence(
  db: Db,
  listId: string,
  cells: readonly CellEvidence[],
  note: string,
): Promise<CellEvidence[]> {
  if (cells.length === 0) return [];
  const read = JSON.stringify(cells.map(({ row_id, step, version }) => ({ row_id, step, version })));
  const { rows: cleared } = await sql<{ row_id: number; step: string }>`
    update list_cells c set tries = '[]', answered_by = null, note = ${note}
    from json_to_recordset(${read}::text::json) as s (row_id bigint, step text, version text)
    where c.list_id = ${listId}::uuid and c.row_id = s.row_id and c.step = s.step and c.xmin::text = s.version
    returning c.row_id, c.step
  `.execute(db);
  const done = new Set(cleared.map(({ row_id, step }) => `${row_id} ${step}`));
  const others = cells.filter(({ row_id, step }) => !done.has(`${row_id} ${step}`));
  if (others.length === 0) return [];
  const { rows } = await sql<CellEvidence>`
    select c.row_id, c.step, c.tries, c.xmin::text as version
    from json_to_recordset(${JSON.stringify(others.map(({ row_id, step }) => ({ row_id, step })))}::text::json)
      as s (row_id bigint, step text)
    join list_cells c on c.list_id = ${listId}::uuid and c.row_id = s.row_id and c.step = s.step
  `.execute(db);
  return rows.map((row) => ({ ...row, row_id: Number(row.row_id) }));
}
