import { type Selectable, sql } from 'kysely';
import { IN_ROW, type ListStep } from '#contract/list-steps.ts';
import type { Db } from '../platform/database/db.ts';
import type { Tables } from '../platform/database/tables.ts';

export type ListRunRecord = Selectable<Tables['list_runs']>;

export async function insertRun(
  db: Db,
  run: {
    taskId: string;
    listId: string;
    accountId: string;
    steps: readonly ListStep[];
    at: Date;
    /** the list started it by itself */
    auto?: boolean;
    /** exclusion lists; default: all of the account */
    leaveOut?: readonly string[] | null | undefined;
  },
): Promise<void> {
  await db
    .insertInto('list_runs')
    .values({
      task_id: run.taskId,
      list_id: run.listId,
      account_id: run.accountId,
      steps: JSON.stringify(run.steps),
      started_at: run.at,
      auto: run.auto ?? false,
      leave_out: run.leaveOut ? JSON.stringify(run.leaveOut) : null,
    })
    .execute();
}

/** The run of a task; undefined if its list is gone. */
export function findRun(db: Db, taskId: string): Promise<ListRunRecord | undefined> {
  return db.selectFrom('list_runs').selectAll().where('task_id', '=', taskId).executeTakeFirst();
}

/** The task of the run of a list that started last. */
export async function findLatestRun(db: Db, listId: string): Promise<string | undefined> {
  const run = await db
    .selectFrom('list_runs')
    .select('task_id')
    .where('list_id', '=', listId)
    .orderBy('started_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return run?.task_id;
}

/** Whether a run was undone and hasn't gone on since. `finishedAt`: when its task ended last; null while it works. */
export function isUndone(
  { undone_at: at }: Pick<ListRunRecord, 'undone_at'>,
  finishedAt: Date | null,
): boolean {
  return at !== null && finishedAt !== null && at >= finishedAt;
}

/** SQL: `isUndone` for a row of `tasks`. Its conditions leave few runs, so that a database can look for their tasks. */
export const IS_UNDONE = sql<boolean>`exists (
  select 1 from list_runs
  where list_runs.task_id = tasks.id and list_runs.account_id = tasks.account_id
    and list_runs.undone_at is not null and list_runs.undone_at >= tasks.finished_at
)`;

/** SQL: whether a row of `tasks` has no run anymore. The runs of a list are deleted with it. */
export const IS_LIST_DELETED = sql<boolean>`not exists (
  select 1 from list_runs where list_runs.task_id = tasks.id
)`;

/** What became of the runs of these tasks, by the IDs of the tasks. The runs of a list are deleted with it. */
export async function fatesOfRuns(
  db: Db,
  tasks: readonly { id: string; finished_at: Date | null }[],
): Promise<ReadonlyMap<string, { undone: boolean; listDeleted: boolean }>> {
  const ids = tasks.map(({ id }) => id);
  if (ids.length === 0) return new Map();
  const found = await db
    .selectFrom('list_runs')
    .select(['task_id', 'undone_at'])
    .where('task_id', 'in', ids)
    .execute();
  const runs = new Map(found.map((run) => [run.task_id, run]));
  return new Map(
    tasks.map(({ id, finished_at }) => {
      const run = runs.get(id);
      return [id, { undone: run !== undefined && isUndone(run, finished_at), listDeleted: !run }];
    }),
  );
}

/** The tasks of all runs of a list. */
export async function runsOfList(db: Db, listId: string): Promise<string[]> {
  const runs = await db.selectFrom('list_runs').select('task_id').where('list_id', '=', listId).execute();
  return runs.map(({ task_id }) => task_id);
}

/** The tasks of the runs that a list started by itself from `since` on, before `until`. */
export async function autoRunsBetween(
  db: Db,
  listId: string,
  { since, until }: { since: Date; until: Date },
): Promise<string[]> {
  const runs = await db
    .selectFrom('list_runs')
    .select('task_id')
    .where('list_id', '=', listId)
    .where('auto', '=', true)
    .where('started_at', '>=', since)
    .where('started_at', '<', until)
    .execute();
  return runs.map(({ task_id }) => task_id);
}

/** Cells of earlier runs that an estimate looks at. */
const ESTIMATED_CELLS = 2000;

/** How often each tool had an accepted answer in the latest cells of an account's lists. */
export async function stepAnswers(
  db: Db,
  accountId: string,
): Promise<ReadonlyMap<string, { worked: number; accepted: number }>> {
  const { rows } = await sql<{ tool: string; worked: number; accepted: number }>`
    select t.tool, count(*)::integer as worked, count(*) filter (where t.accepted)::integer as accepted
    from (
      select c.tries from list_cells c join list_runs r on r.task_id = c.task_id
      where r.account_id = ${accountId}::uuid and c.worked_at is not null
      limit ${ESTIMATED_CELLS}
    ) cells
    cross join lateral jsonb_to_recordset(cells.tries) as t (tool text, verdict text, accepted boolean)
    where t.verdict is distinct from ${IN_ROW}
    group by t.tool
  `.execute(db);
  return new Map(rows.map(({ tool, worked, accepted }) => [tool, { worked, accepted }]));
}

export async function markUndone(db: Db, taskId: string, at: Date): Promise<void> {
  await db.updateTable('list_runs').set({ undone_at: at }).where('task_id', '=', taskId).execute();
}
