import { setImmediate as nextTurn } from 'node:timers/promises';
import { CSV_COLUMNS_MAX } from '#contract/limits.ts';
import { readPersonRows } from '#engines/csv/person-table.ts';
import { columnNames, openTable, readTableInBatches } from '#engines/csv/read-table.ts';
import { csvRecord } from '#engines/csv/write-csv.ts';
import { emailItemKey } from '#engines/list-items/person.ts';
import { areRowsOptedOut } from '#server/opt-outs/contact-check.ts';
import { hasOptOuts, type OptOutDeps } from '#server/opt-outs/opt-outs.ts';
import { isOptedOutInput, optedOutInput, ownFields, removedInputs } from '#server/tasks/opted-out-inputs.ts';
import type { FileReading } from './file-store.ts';

const ROWS_PER_STEP = 500;
const LINE_END = '\r\n';
/** Between the items of a removed row. */
const BETWEEN = ' | ';

/**
 * The content of a task's file without people who opted out: rows that name one, or whose item was removed. Such a row
 * keeps its place, and in its first cell the digests of its items, by which the task still finds their results. null: nothing
 * changes.
 */
export async function withoutOptedOut(
  deps: OptOutDeps,
  taskId: string,
  { content, reading }: { content: string; reading: FileReading },
): Promise<string | null> {
  if (!(await hasOptOuts(deps))) return null;
  const removed = await removedInputs(deps, taskId);
  const { delimiter, hasHeader } = reading;
  const [header] = hasHeader ? firstRow(content, delimiter) : [];
  const names = columnNames(header ?? null, CSV_COLUMNS_MAX + 1);
  const lines = header ? [csvRecord(header, delimiter)] : [];
  let hasChanged = false;
  for (const batch of readPersonRows(content, reading)) {
    for (let from = 0; from < batch.length; from += ROWS_PER_STEP) {
      const rows = batch.slice(from, from + ROWS_PER_STEP);
      const optedOut = await areRowsOptedOut(
        deps,
        rows.map(({ cells }) => ownFields(names.slice(0, cells.length), cells)),
      );
      for (const [index, { cells, inputs }] of rows.entries()) {
        const items = () => inputs.map((input) => optedOutInput(deps, emailItemKey(input)));
        const isGone =
          !removedItems(cells) &&
          (optedOut[index] || (removed.size > 0 && items().some((item) => removed.has(item))));
        hasChanged ||= isGone;
        const kept = isGone ? cells.map((_, column) => (column === 0 ? items().join(BETWEEN) : '')) : cells;
        lines.push(csvRecord(kept, delimiter));
      }
      await nextTurn();
    }
  }
  return hasChanged ? lines.join(LINE_END) + LINE_END : null;
}

/** The items of a row that `withoutOptedOut` removed; null for any other row. */
export function removedItems([first = '', ...others]: readonly string[]): string[] | null {
  const items = first.split(BETWEEN);
  return items.every(isOptedOutInput) && others.every((cell) => cell === '') ? items : null;
}

/** The first row of a file that isn't blank. */
export function* firstRow(content: string, delimiter: string): Generator<string[]> {
  for (const batch of readTableInBatches(openTable(content), { delimiter }))
    for (const { cells } of batch) yield cells;
}
