import { csvHeader, csvLine } from '#engines/csv/write-csv.ts';
import type { Db } from '#server/platform/db.ts';
import { loadList } from '#server/tasks/own-list.ts';
import { csvText, resultPages } from '#server/tasks/results.ts';
import { WEBSITE_CSV_COLUMNS, websiteExtraction } from '../definition.ts';

const INPUT = WEBSITE_CSV_COLUMNS.indexOf('input');
const ERROR = WEBSITE_CSV_COLUMNS.indexOf('error');
const NO_ADDRESS = 'This row has no web address';

/**
 * The results of a list as CSV, in list order: the list's own columns, then ours. Every row of the list has
 * its own line, even if several are one item. Pending rows are omitted.
 */
export async function* websiteCsv(db: Db, taskId: string): AsyncGenerator<string> {
  const list = await loadList(db, taskId);
  if (!list) {
    yield* csvText(db, taskId, websiteExtraction.task);
    return;
  }
  const { columns } = list;
  const results = new Map<number, readonly unknown[]>();
  for await (const page of resultPages(db, taskId, websiteExtraction.task.receiptFields))
    for (const { position, fields } of page)
      results.set(
        position,
        WEBSITE_CSV_COLUMNS.map((column) => fields[column]),
      );
  yield csvHeader([...columns, ...WEBSITE_CSV_COLUMNS.map((column) => freeName(column, columns))]);
  for await (const page of list.rows()) {
    let text = '';
    for (const { position, input, cells } of page) {
      const result = position === null ? withoutAddress() : results.get(position);
      if (result) text += csvLine([...cells, ...result.with(INPUT, input)]);
    }
    if (text !== '') yield text;
  }
}

function withoutAddress(): readonly unknown[] {
  return WEBSITE_CSV_COLUMNS.map(() => '').with(ERROR, NO_ADDRESS);
}

/** A name that the list's columns don't use. Spreadsheets don't tell columns apart by case. */
function freeName(column: string, own: readonly string[]): string {
  const taken = new Set(own.map((name) => name.trim().toLowerCase()));
  const names = [column, `website_${column}`, ...own.map((_, n) => `website_${column}_${n + 2}`)];
  return names.find((name) => !taken.has(name)) ?? column;
}
