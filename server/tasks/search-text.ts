import { type RawBuilder, sql } from 'kysely';
import { TASK_SEARCHED_ITEMS } from '#contract/limits.ts';
import type { Tx } from '../platform/db.ts';

/** Of each item, so that the text of a task stays below about 8 KB. */
const ITEM_MAX_CHARS = 80;

/** Stores what a search reads of a new task's items: their labels, up to TASK_SEARCHED_ITEMS of them. */
export async function insertSearchText(
  tx: Tx,
  listId: string,
  inputs: readonly string[],
  itemLabel: (input: string) => string,
): Promise<void> {
  const items = inputs
    .slice(0, TASK_SEARCHED_ITEMS)
    .map((input) => itemLabel(input).slice(0, ITEM_MAX_CHARS))
    .join('\n')
    .toWellFormed();
  await sql`
    insert into task_search_texts (task_id, items) values (${listId}::uuid, lower(${items}::text))`.execute(
    tx,
  );
}

/**
 * The SQL condition for tasks whose name or first items contain a text, in any case. Reads one short text per
 * task of the account, however long the lists are.
 */
export function searchCondition(text: string): RawBuilder<boolean> {
  const wanted = sql`lower(${text.trim()}::text)`;
  return sql<boolean>`(
    strpos(lower(coalesce(tasks.name, tasks.first_item, '')), ${wanted}) > 0
    or exists (
      select 1 from task_search_texts t where t.task_id = tasks.id and strpos(t.items, ${wanted}) > 0
    ))`;
}
