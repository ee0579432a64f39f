import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Db } from '#server/platform/database/db.ts';
import type { Tables } from '#server/platform/database/tables.ts';

export type FileReading = Tables['task_files']['reading'] extends { __select__: infer Value } ? Value : never;

/** Stores the file of a task, part by part. */
export async function insertFile(
  db: Db,
  file: { taskId: string; name: string; reading: FileReading; parts: readonly Uint8Array[] },
): Promise<void> {
  await db
    .insertInto('task_files')
    .values({ task_id: file.taskId, name: file.name, reading: JSON.stringify(file.reading) })
    .execute();
  for (const [part, content] of file.parts.entries())
    await db.insertInto('task_file_parts').values({ task_id: file.taskId, part, content }).execute();
}

/** The file of a task; undefined for a task without one. */
export async function findFile(
  db: Db,
  taskId: string,
): Promise<{ name: string; reading: FileReading; parts: Uint8Array[] } | undefined> {
  // In one statement, because the file may be replaced at any time.
  const parts = await db
    .selectFrom('task_files')
    .leftJoin('task_file_parts', (join) =>
      join
        .onRef('task_file_parts.task_id', '=', 'task_files.task_id')
        .on(sql<boolean>`task_files.parts_below_zero = (task_file_parts.part < 0)`),
    )
    .select(['name', 'reading', 'content'])
    .where('task_files.task_id', '=', taskId)
    .orderBy('part')
    .execute();
  const [file] = parts;
  if (!file) return undefined;
  const { name, reading } = file;
  return { name, reading, parts: parts.flatMap(({ content }) => content ?? []) };
}

/** Replaces the parts of a task's file, in steps. Until the last one, the file is the old one. */
export async function replaceParts(db: Db, taskId: string, parts: readonly Uint8Array[]): Promise<void> {
  const file = await db
    .selectFrom('task_files')
    .select('parts_below_zero')
    .where('task_id', '=', taskId)
    .executeTakeFirst();
  if (!file) return;
  const wasBelow = file.parts_below_zero;
  await deleteParts(db, taskId, !wasBelow);
  const first = wasBelow ? 0 : -parts.length;
  for (const [at, content] of parts.entries()) {
    await db
      .insertInto('task_file_parts')
      .values({ task_id: taskId, part: first + at, content })
      .execute();
    await nextTurn();
  }
  await db
    .updateTable('task_files')
    .set({ parts_below_zero: !wasBelow })
    .where('task_id', '=', taskId)
    .execute();
  await deleteParts(db, taskId, wasBelow);
}

async function deleteParts(db: Db, taskId: string, belowZero: boolean): Promise<void> {
  await db
    .deleteFrom('task_file_parts')
    .where('task_id', '=', taskId)
    .where('part', belowZero ? '<' : '>=', 0)
    .execute();
}
