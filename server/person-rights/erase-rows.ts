import { rm } from 'node:fs/promises';
import { sql } from 'kysely';
import { sweepList } from '../lists/opt-out-sweep.ts';
import { sweepFilePart } from '../people-orders/opted-out-files.ts';
import type { Db } from '../platform/database/db.ts';
import { deleteJobs } from '../platform/queue/waiting-jobs.ts';
import { sweepSchedule } from '../schedules/opted-out-items.ts';
import { forgetNames, type SweepDeps, sweepTask } from '../tasks/opt-out-sweep.ts';
import type { Found, SearchDeps } from './find-records.ts';
import { type PersonEntry, personCheck } from './person-check.ts';
import type { PersonParts } from './person-parts.ts';
import { type FoundRow, tableColumns } from './search-rows.ts';
import type { SearchedTable } from './searched-tables.ts';

export type EraseRowDeps = SearchDeps & SweepDeps;

/**
 * Removes what was found besides leads. The person is on the opt-out list: tasks and lists are swept as for any opt-out, so that
 * their counters stay right, and what no sweep reaches goes as `SEARCHED_TABLES` says.
 */
export async function eraseFound(
  deps: EraseRowDeps,
  person: readonly PersonEntry[],
  found: readonly Found[],
  parts: PersonParts,
): Promise<void> {
  const { db } = deps.database;
  const tasks = new Set<string>();
  const lists = new Map<string, string[]>();
  for (const { ref } of found) {
    if (ref.kind === 'upload') tasks.add(ref.taskId);
    if (ref.kind !== 'row') continue;
    const { row, declared } = ref;
    if (declared.erased.by === 'task') tasks.add(row.owner ?? '');
    if (declared.erased.by !== 'list') continue;
    const keys = lists.get(row.owner ?? '') ?? [];
    lists.set(row.owner ?? '', row.table === 'list_row_keys' ? [...keys, row.keys[1] ?? ''] : keys);
  }
  for (const taskId of tasks) await sweepTask(deps, taskId);
  for (const [listId, keys] of lists) await sweepList(deps, listId, keys);
  const { textsNaming } = personCheck(person);
  const namesPerson = (value: object) => Object.keys(textsNaming(value)).length > 0;
  for (const { ref } of found) {
    if (ref.kind === 'row') await eraseRow(deps, ref.row, ref.declared, namesPerson);
    if (ref.kind === 'file') await rm(ref.path, { force: true });
    if (ref.kind === 'job') await deleteJobs(db, [ref.id]);
  }
  await parts.forgetAddresses(db, addressesOf(person, found));
}

/** The addresses of the person, in every spelling that tools know. */
function addressesOf(person: readonly PersonEntry[], found: readonly Found[]): string[] {
  const known = found.flatMap(({ ref }) =>
    ref.kind === 'row' && ref.row.table === 'email_addresses' ? (ref.row.keys[0] ?? []) : [],
  );
  return [...new Set([...known, ...person.flatMap(({ kind, value }) => (kind === 'email' ? value : []))])];
}

/** Removes a row that no sweep of tasks or lists reaches, or the texts in it for which `namesPerson` is true. */
export async function eraseRow(
  deps: EraseRowDeps,
  row: FoundRow,
  declared: SearchedTable,
  namesPerson: (value: object) => boolean,
): Promise<void> {
  const { db } = deps.database;
  const [first = '', second = ''] = row.keys;
  switch (declared.erased.by) {
    case 'row':
      return changeRow(db, row, declared, (where) => sql`delete from ${sql.table(row.table)} where ${where}`);
    case 'cells': {
      const named = Object.entries(row.values).flatMap(([column, value]) =>
        namesPerson({ [column]: value }) ? [column] : [],
      );
      const empty = declared.erased.to === 'null' ? sql`null` : sql`''`;
      const set = sql.join(named.map((column) => sql`${sql.ref(column)} = ${empty}`));
      return changeRow(
        db,
        row,
        declared,
        (where) => sql`update ${sql.table(row.table)} set ${set} where ${where}`,
      );
    }
    case 'own':
      if (row.table === 'tasks') await forgetNames(deps, first);
      if (row.table === 'schedules') await sweepSchedule(deps, first);
      if (row.table === 'people_run_chunks') await sweepFilePart(deps, first, Number(second));
      return;
    case 'task':
    case 'list':
    case 'keep':
      return;
  }
}

async function changeRow(
  db: Db,
  row: FoundRow,
  declared: SearchedTable,
  statement: (where: ReturnType<typeof sql>) => ReturnType<typeof sql>,
): Promise<void> {
  const { keys } = await tableColumns(db, row.table, declared);
  const where = sql.join(
    keys.map(({ name, type }, index) => sql`${sql.ref(name)} = ${row.keys[index] ?? ''}::${sql.raw(type)}`),
    sql` and `,
  );
  await statement(where).execute(db);
}
