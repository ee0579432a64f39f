import { type QueryResult, type RawBuilder, sql } from 'kysely';
import { cutText } from '#contract/cut-text.ts';
import { TASK_SEARCHED_ITEMS } from '#contract/limits.ts';
import { foldText } from '#engines/country-names/folded-text.ts';
import type { Db, Tx } from '../platform/database/db.ts';

/** Of each item, so that the text of a task stays below about 8 KB. */
const ITEM_MAX_CHARS = 80;
/** The first item is shown as the name of a task that has none. */
const FIRST_ITEM_MAX_CHARS = 200;

/** Stores what a search reads of a new task: its name, and the labels of its first TASK_SEARCHED_ITEMS items. */
export async function insertSearchText(
  tx: Tx,
  task: { id: string; name: string | null; inputs: readonly string[] },
  itemLabel: (input: string) => string,
): Promise<void> {
  const labels = task.inputs
    .slice(0, TASK_SEARCHED_ITEMS)
    .map((input, index) =>
      cutText(foldText(itemLabel(input)), index === 0 ? FIRST_ITEM_MAX_CHARS : ITEM_MAX_CHARS),
    );
  await tx
    .insertInto('task_search_texts')
    .values({ task_id: task.id, name: searched(task.name ?? ''), items: labels.join('\n') })
    .execute();
}

/** Stores the new name of a task. */
export async function renameSearchText(tx: Tx, taskId: string, name: string): Promise<void> {
  await tx
    .updateTable('task_search_texts')
    .set({ name: searched(name) })
    .where('task_id', '=', taskId)
    .execute();
}

/** Deletes the items from the text of a task. They may name persons. */
export async function deleteSearchedItems(db: Db, taskId: string): Promise<void> {
  await db.updateTable('task_search_texts').set({ items: '' }).where('task_id', '=', taskId).execute();
}

/** Tasks whose texts one statement reads. A text has up to 8 KB. */
const TASKS_PER_STEP = 250;

/**
 * The tasks of an account whose name or first items contain a text, in any case and without accents. Reads one short text per task, in
 * steps, however long the lists are.
 */
export async function searchTasks(db: Db, accountId: string, text: string): Promise<string[]> {
  const wanted = sql`${searched(text.trim())}::text`;
  // Texts that were stored before November 24, 2026 have their accents.
  const asTyped = sql`${text.trim().toLowerCase().toWellFormed()}::text`;
  const found: string[] = [];
  for (let after: string | null = null; ; ) {
    const from: RawBuilder<unknown> = after === null ? sql`` : sql`and id > ${after}::uuid`;
    const { rows }: QueryResult<{ id: string; matches: boolean }> = await sql<{
      id: string;
      matches: boolean;
    }>`
      select own.id, coalesce(
        strpos(t.name, ${wanted}) > 0 or strpos(t.items, ${wanted}) > 0
        or strpos(t.name, ${asTyped}) > 0 or strpos(t.items, ${asTyped}) > 0, false) as matches
      from (
        select id from tasks where account_id = ${accountId}::uuid ${from} order by id limit ${TASKS_PER_STEP}
      ) own left join task_search_texts t on t.task_id = own.id
      order by own.id
    `.execute(db);
    found.push(...rows.filter(({ matches }) => matches).map(({ id }) => id));
    if (rows.length < TASKS_PER_STEP) return found;
    after = rows.at(-1)?.id ?? null;
  }
}

/** In SQL, the lower case of letters such as Ö depends on the database's locale. */
function searched(text: string): string {
  return foldText(text).toWellFormed();
}
