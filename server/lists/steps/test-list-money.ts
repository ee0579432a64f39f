import { sql } from 'kysely';
import { noWork } from '#engines/list-steps/formula-patterns.ts';
import { instantValues } from '#tools/list-tool/instant-values.ts';
import type { Database } from '../../platform/database/db.ts';
import { asksTheSame } from '../cell-hash.ts';
import { changeableRows } from '../cell-store.ts';
import { findList, type ListRecord } from '../store.ts';

/** What the cells of a list cost, in credits; also those that the unlimited plan covered. */
export async function cellCharges(
  { db }: Pick<Database, 'db'>,
  listId: string,
  of: { row?: number; step?: string } = {},
): Promise<number> {
  const { rows } = await sql<{ sum: number }>`
    select coalesce(sum(charge), 0)::integer as sum from list_cells where list_id = ${listId}::uuid
      and (${of.row ?? null}::bigint is null or row_id = ${of.row ?? null}::bigint)
      and (${of.step ?? null}::text is null or step = ${of.step ?? null}::text)
  `.execute(db);
  return rows[0]?.sum ?? 0;
}

/** What the ledger says that the runs of an account cost; also what the unlimited plan covered. */
export async function ledgerCharges({ db }: Pick<Database, 'db'>, accountId: string): Promise<number> {
  const { rows } = await sql<{ sum: number }>`
    select coalesce(-sum(amount), 0)::integer as sum from credit_entries
    where account_id = ${accountId}::uuid and task_id is not null
  `.execute(db);
  return rows[0]?.sum ?? 0;
}

/** How many cells of each step of a list have an answer. */
export async function filledCells(
  { db }: Pick<Database, 'db'>,
  list: Pick<ListRecord, 'id' | 'steps'>,
): Promise<[step: string, cells: number][]> {
  const cells = await db
    .selectFrom('list_cells')
    .select('step')
    .where('list_id', '=', list.id)
    .where('status', '=', 'done')
    .execute();
  return list.steps.flatMap(({ id, kind }) =>
    kind === 'tool' ? [[id, cells.filter(({ step }) => step === id).length]] : [],
  );
}

/** Rules of a list and its runs that don't hold. */
export async function brokenCells({ db }: Database, accountId: string, listId: string): Promise<string[]> {
  const broken: string[] = [];
  const list = await findList(db, accountId, listId);
  if (!list) return ['the list is gone'];
  const cells = await db.selectFrom('list_cells').selectAll().where('list_id', '=', listId).execute();
  const ids = (await db.selectFrom('list_rows').select('id').where('list_id', '=', listId).execute()).map(
    ({ id }) => Number(id),
  );
  const rows = new Map((await changeableRows(db, listId, ids)).map((row) => [row.id, row]));
  for (const cell of cells) {
    const name = `cell ${cell.row_id} ${cell.step}`;
    const step = list.steps.find(({ id }) => id === cell.step);
    const row = rows.get(Number(cell.row_id));
    if (!step) broken.push(`${name} has no step`);
    if (step?.kind !== 'tool' || !row) continue;
    if (cell.input_hash !== null && cell.stale === asksTheSame(step, row.cells, cell.input_hash))
      broken.push(`${name} is ${cell.stale ? '' : 'not '}stale`);
    const tried = cell.tries.reduce((sum, { charge }) => sum + charge, 0);
    if (tried > cell.charge) broken.push(`${name} cost ${cell.charge}, and its tries ${tried}`);
  }
  for (const step of list.steps) {
    if (step.kind === 'tool') continue;
    for (const row of rows.values())
      for (const [column, text] of Object.entries(instantValues(step, row.cells, noWork())))
        if (!row.edited?.includes(column) && (row.cells[column] ?? '') !== text)
          broken.push(`row ${row.id} has ${row.cells[column]} and not ${text}`);
  }
  const tasks = await db.selectFrom('tasks').selectAll().where('account_id', '=', accountId).execute();
  for (const task of tasks) {
    const spent = task.credits_used + task.credits_included;
    if (task.cap !== null && spent > task.cap) broken.push(`a run cost ${spent} of ${task.cap}`);
    const outcomes = Object.values(task.outcomes).reduce((sum, count) => sum + count, 0);
    if (outcomes !== task.processed) broken.push(`${outcomes} outcomes of ${task.processed} cells`);
    const waiting = cells.filter(({ queued_by }) => queued_by === task.id);
    if (task.status === 'completed' && waiting.length > 0)
      broken.push(`${waiting.length} cells wait for a run that is complete`);
  }
  return broken;
}
