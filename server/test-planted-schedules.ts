import type { TaskBench } from './tasks/test-tasks.ts';

/** Runs of schedules that found each row of each list and task of an account as new, changed and gone. Returns them. */
export async function plantScheduleRuns({ deps }: TaskBench, accountId: string): Promise<string[]> {
  const { db } = deps.database;
  const at = new Date(deps.clock.now());
  const work = { kind: 'tool', type: 'website-extraction', options: {}, items: ['example.com'] };
  const { id: scheduleId } = await db
    .insertInto('schedules')
    .values({
      account_id: accountId,
      name: 'Planted',
      work: JSON.stringify(work),
      cap: 1,
      every: 'day',
      hour: 9,
      time_zone: 'UTC',
      mails: false,
      next_at: at,
      created_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const runs: string[] = [];

  async function addRun(
    of: { list_id?: string; task_id?: string; before_id?: string },
    places: readonly number[],
  ) {
    const run = {
      account_id: accountId,
      schedule_id: scheduleId,
      started_at: at,
      retry_at: at,
      ended_at: at,
    };
    const { id } = await db
      .insertInto('schedule_runs')
      .values({ ...run, ...of, state: 'done' })
      .returning('id')
      .executeTakeFirstOrThrow();
    const kinds = ['added', 'changed', 'gone'] as const;
    const changes = kinds.flatMap((kind) => places.map((place) => ({ kind, place })));
    for (const [position, { kind, place }] of changes.entries())
      await db
        .insertInto('schedule_changes')
        .values({ run_id: id, position, kind, place, before_place: place, fields: ['emails', 'domain'] })
        .execute();
    runs.push(id);
    return id;
  }

  const lists = await db.selectFrom('lists').select('id').where('account_id', '=', accountId).execute();
  for (const { id } of lists) {
    const rows = await db.selectFrom('list_rows').select('id').where('list_id', '=', id).execute();
    await addRun(
      { list_id: id },
      rows.map((row) => Number(row.id)),
    );
  }
  const tasks = await db
    .selectFrom('tasks')
    .select(['id', 'total'])
    .where('account_id', '=', accountId)
    .execute();
  for (const { id, total } of tasks) {
    const places = Array.from({ length: total }, (_, position) => position);
    const before = await addRun({ task_id: id }, places);
    await addRun({ task_id: id, before_id: before }, places);
  }
  return runs;
}
