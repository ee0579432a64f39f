import { csvHeader, csvLine } from '#engines/csv/write-csv.ts';
import type { OptOutDeps } from '#server/opt-outs/opt-outs.ts';
import { csvText } from '#server/tasks/csv-file.ts';
import { loadList } from '#server/tasks/own-list.ts';
import { resultPages } from '#server/tasks/results.ts';
import type { CsvContent } from '#server/tasks/task-tool.ts';
import { WEBSITE_CSV_COLUMNS, websiteExtraction } from '../definition.ts';

type Fields = Readonly<Record<string, unknown>>;

const NO_ADDRESS = 'This row has no web address';

/**
 * The results of a list as CSV, in list order: the list's own columns, then ours. Every row of the list has
 * its own line, even if several are one item. Pending rows, and rows that `content` hides, are omitted.
 */
export async function* websiteCsv(
  deps: OptOutDeps,
  taskId: string,
  content: CsvContent,
): AsyncGenerator<string> {
  const list = await loadList(deps.database.db, taskId);
  if (!list) {
    yield* csvText(deps, taskId, websiteExtraction.task, content);
    return;
  }
  const { columns } = list;
  const ours = WEBSITE_CSV_COLUMNS.filter((column) => content.columns.includes(column));
  const results = new Map<number, Fields>();
  for await (const page of resultPages(deps, taskId, websiteExtraction.task.receiptFields))
    for (const { position, fields } of page.filter(content.shows)) results.set(position, fields);
  yield csvHeader([...columns, ...ours.map((column) => freeName(column, columns))], content.delimiter);
  for await (const page of list.rows()) {
    let text = '';
    for (const { position, input, cells } of page) {
      const fields = position === null ? withoutAddress(content) : results.get(position);
      if (!fields) continue;
      const values = ours.map((column) => (column === 'input' ? input : fields[column]));
      text += csvLine([...cells, ...values], content.delimiter);
    }
    if (text !== '') yield text;
  }
}

/** The result of a row without an address, which isn't on the page and so matches no filter. */
function withoutAddress({ filtered }: CsvContent): Fields | undefined {
  return filtered ? undefined : { error: NO_ADDRESS };
}

/** A name that the list's columns don't use. Spreadsheets don't tell columns apart by case. */
function freeName(column: string, own: readonly string[]): string {
  const taken = new Set(own.map((name) => name.trim().toLowerCase()));
  const names = [column, `website_${column}`, ...own.map((_, n) => `website_${column}_${n + 2}`)];
  return names.find((name) => !taken.has(name)) ?? column;
}
