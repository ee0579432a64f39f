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

/** How the file of a task is read; undefined for a task without one. */
export async function findReading(db: Db, taskId: string): Promise<FileReading | undefined> {
  const file = await db
    .selectFrom('task_files')
    .select('reading')
    .where('task_id', '=', taskId)
    .executeTakeFirst();
  return file?.reading;
}

/** The file of a task; undefined for a task without one. Each part is a statement, since others wait for each. */
export async function findFile(
  db: Db,
  taskId: string,
): Promise<{ name: string; reading: FileReading; parts: Uint8Array[] } | undefined> {
  // The file may be replaced at any time, and is then read again from the beginning.
  for (;;) {
    const file = await findVersion(db, taskId);
    if (!file) return undefined;
    const parts = await readParts(db, taskId, file);
    if (parts) return { name: file.name, reading: file.reading, parts };
  }
}

interface FileVersion {
  name: string;
  reading: FileReading;
  /** the transaction that stored or replaced the file */
  version: string;
  /** of its parts, in order */
  numbers: number[];
}

async function findVersion(db: Db, taskId: string): Promise<FileVersion | undefined> {
  const { rows } = await sql<FileVersion>`
    select name, reading, xmin::text as version, array(
      select part from task_file_parts
      where task_file_parts.task_id = task_files.task_id and parts_below_zero = (part < 0) order by part
    ) as numbers
    from task_files where task_id = ${taskId}::uuid
  `.execute(db);
  return rows[0];
}

/** The parts of one version of a file; null if it has been replaced. */
async function readParts(
  db: Db,
  taskId: string,
  { version, numbers }: FileVersion,
): Promise<Uint8Array[] | null> {
  const parts: Uint8Array[] = [];
  for (const number of numbers) {
    const { rows } = await sql<{ content: Uint8Array }>`
      select content from task_file_parts join task_files using (task_id)
      where task_id = ${taskId}::uuid and part = ${number} and task_files.xmin::text = ${version}
    `.execute(db);
    const [part] = rows;
    if (!part) return null;
    parts.push(part.content);
  }
  return parts;
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
  for (const [index, content] of parts.entries()) {
    await db
      .insertInto('task_file_parts')
      .values({ task_id: taskId, part: first + index, content })
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

/** Those of some tasks that have a file. */
export async function tasksWithFiles(db: Db, taskIds: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ id: string }>`
    select task_id as id from task_files where task_id = any(${`{${taskIds.join(',')}}`}::uuid[])
  `.execute(db);
  return new Set(rows.map(({ id }) => id));
}
