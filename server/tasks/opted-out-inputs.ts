import { createHmac, hkdfSync } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { readCsvRecord } from '#engines/csv/read-csv.ts';
import { lookUpContacts, namesListed, OPTED_OUT } from '../opt-outs/contact-check.ts';
import type { OptOutDeps } from '../opt-outs/opt-outs.ts';
import { itemInputs, replaceInputs, sweptInputs } from './opt-out-store.ts';
import { deleteSearchedItems } from './search-text.ts';
import { emptyRows, findColumns, listPages } from './uploaded-list-store.ts';

/** What the input of an item starts with when its person or company opted out. */
const OPTED_OUT_INPUT = 'Opted out ';
const DIGEST_CHARS = 16;
const REMOVED = new RegExp(`^${OPTED_OUT_INPUT}[\\w-]{${DIGEST_CHARS}}$`);
const STEP = 100;

/**
 * The input of an item whose person or company opted out: nothing but a keyed digest, by which the rows of an
 * uploaded file still find its result. `key`: the tool's key of the item.
 */
export function optedOutInput({ secrets }: Pick<OptOutDeps, 'secrets'>, key: string): string {
  const secret = Buffer.from(hkdfSync('sha256', secrets.dataKey, '', 'leadwell opted-out input', 32));
  const digest = createHmac('sha256', secret).update(key).digest('base64url');
  return OPTED_OUT_INPUT + digest.slice(0, DIGEST_CHARS);
}

/** Whether the person or company of an item opted out, and its input was removed. */
export function isOptedOutInput(input: string): boolean {
  return REMOVED.test(input);
}

/** An item or own row as its fields, in which the check finds names of fields. */
export function fieldsOfInput(input: string): object {
  if (!input.startsWith('{')) return { input };
  try {
    const value: unknown = JSON.parse(input);
    return typeof value === 'object' && value !== null ? value : { input };
  } catch {
    return { input };
  }
}

/**
 * Removes people who opted out from what a task was started with, in steps: the inputs of its items, also of those
 * without a result, the rows of its own list, and what a search reads. `isGone`: items whose result was removed.
 */
export async function sweepTaskInputs(
  deps: OptOutDeps,
  task: {
    id: string;
    itemKey(input: string): string;
    isGone(position: number): boolean;
    sweepAttached(deps: OptOutDeps, taskId: string): Promise<void>;
  },
): Promise<void> {
  const { db } = deps.database;
  let changed = false;
  for (let after = -1; ; ) {
    const items = await itemInputs(db, task.id, { after, limit: STEP });
    const isListed = await lookUpContacts(
      deps,
      items.map(({ input }) => fieldsOfInput(input)),
    );
    const gone = items.filter(
      ({ position, input }) =>
        !isOptedOutInput(input) &&
        (task.isGone(position) || (isListed && namesListed(fieldsOfInput(input), isListed))),
    );
    if (gone.length > 0) {
      changed = true;
      const inputs = gone.map(({ position, input }) => ({
        position,
        input: optedOutInput(deps, task.itemKey(input)),
      }));
      await replaceInputs(db, task.id, inputs);
    }
    after = items.at(-1)?.position ?? after;
    if (items.length < STEP) break;
    await nextTurn();
  }
  if (changed) await deleteSearchedItems(db, task.id);
  await task.sweepAttached(deps, task.id);
}

/** The inputs of a task's items that were removed. */
export async function removedInputs({ database }: OptOutDeps, taskId: string): Promise<Set<string>> {
  return new Set((await sweptInputs(database.db, taskId, OPTED_OUT_INPUT)).values());
}

/** Empties rows of a task's own list that name someone who opted out, or whose items all do. */
export async function sweepOwnRows(deps: OptOutDeps, taskId: string): Promise<void> {
  const { db } = deps.database;
  const columns = await findColumns(db, taskId);
  if (!columns) return;
  const swept = await sweptInputs(db, taskId, OPTED_OUT_INPUT);
  for await (const rows of listPages(db, taskId, STEP)) {
    const read = rows.map(({ input, record }) => ({ ...ownFields(columns, readCsvRecord(record)), input }));
    const isListed = await lookUpContacts(deps, read);
    const gone = rows.filter(({ positions, record }, index) => {
      if (record === '') return false;
      if (positions.length > 0 && positions.every((position) => swept.has(position))) return true;
      return isListed !== null && namesListed(read[index] ?? {}, isListed);
    });
    await emptyRows(
      db,
      taskId,
      gone.map(({ row }) => row),
    );
    await nextTurn();
  }
}

/** The cells of a row by their columns. */
export function ownFields(columns: readonly string[], cells: readonly string[]): Record<string, string[]> {
  // Two columns can have the same name.
  const fields = new Map<string, string[]>();
  for (const [index, column] of columns.entries())
    fields.set(column, [...(fields.get(column) ?? []), cells[index] ?? '']);
  return Object.fromEntries(fields);
}

/** The cells of a row about someone who opted out. */
export function optedOutCells(columns: readonly string[]): string[] {
  return columns.map((_, index) => (index === 0 ? OPTED_OUT : ''));
}
