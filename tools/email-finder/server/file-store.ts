import type { Db } from '#server/platform/database/db.ts';
import type { Tables } from '#server/platform/database/tables.ts';

type FileReading = Tables['task_files']['reading'] extends { __select__: infer Value } ? Value : never;

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
  const file = await db
    .selectFrom('task_files')
    .select(['name', 'reading'])
    .where('task_id', '=', taskId)
    .executeTakeFirst();
  if (!file) return undefined;
  const parts = await db
    .selectFrom('task_file_parts')
    .select('content')
    .where('task_id', '=', taskId)
    .orderBy('part')
    .execute();
  return { ...file, parts: parts.map(({ content }) => content) };
}
