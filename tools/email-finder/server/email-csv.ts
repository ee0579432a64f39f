import { hasRequiredColumns } from '#engines/csv/person-columns.ts';
import type { PersonListShape } from '#engines/csv/person-list.ts';
import { csvHeader, csvLine } from '#engines/csv/write-csv.ts';
import type { OptOutDeps } from '#server/opt-outs/opt-outs.ts';
import { csvText } from '#server/tasks/csv-file.ts';
import { resultPages } from '#server/tasks/results.ts';
import type { CsvContent } from '#server/tasks/task-tool.ts';
import { EMAIL_CSV_COLUMNS, emailFinder, parseEmailInput } from '../definition.ts';
import { loadPersonList } from './person-file.ts';

type Column = (typeof EMAIL_CSV_COLUMNS)[number];

const ROWS_PER_PIECE = 500;
/** Columns that only apply to person lookups, not to given addresses. */
const PERSON_COLUMNS: ReadonlySet<Column> = new Set([
  'first_name',
  'last_name',
  'name',
  'best_guess',
  'pattern',
  'runners_up',
]);

/**
 * The results of a list as CSV, in list order: the list's columns, then ours. Every row of the list has its
 * own line, even if several are one item. Rows without a result, or that `content` hides, are omitted.
 */
export async function* emailCsv(
  deps: OptOutDeps,
  taskId: string,
  content: CsvContent,
): AsyncGenerator<string> {
  const list = await loadPersonList(deps.database.db, taskId);
  if (!list) {
    yield* csvText(deps, taskId, emailFinder.task, content);
    return;
  }
  const { header } = list.shape;
  const ours = ourColumns(list.shape).filter((column) => content.columns.includes(column));
  // The list's items, or some of them if they were run again: their positions don't follow the list.
  const results = new Map<string, unknown[]>();
  for await (const page of resultPages(deps, taskId, emailFinder.task.receiptFields))
    for (const { input, fields } of page.filter(content.shows))
      results.set(
        list.keyOf(parseEmailInput(input)),
        ours.map((column) => fields[column]),
      );
  const names = [...header, ...ours.map((column) => freeName(column, header))];
  yield csvHeader(names, content.delimiter);
  for await (const batch of list.rows()) {
    for (let at = 0; at < batch.length; at += ROWS_PER_PIECE) {
      let text = '';
      for (const { cells, input } of batch.slice(at, at + ROWS_PER_PIECE)) {
        const result = results.get(list.keyOf(input));
        if (!result) continue;
        text += csvLine([...header.map((_, column) => cells[column] ?? ''), ...result], content.delimiter);
      }
      if (text !== '') yield text;
    }
  }
}

/** Our columns without those the list already has. */
function ourColumns({ columns }: PersonListShape): Column[] {
  const verifies = !hasRequiredColumns({ ...columns, email: null });
  return EMAIL_CSV_COLUMNS.filter((column) => {
    if (column === 'first_name' || column === 'last_name' || column === 'domain')
      return columns[column] === null && !(verifies && PERSON_COLUMNS.has(column));
    if (column === 'name' && columns.full_name !== null) return false;
    return !(verifies && PERSON_COLUMNS.has(column));
  });
}

/** A name that the list's columns don't use. */
function freeName(column: string, taken: readonly string[]): string {
  const names = [
    column,
    `email_${column}`,
    ...Array.from({ length: taken.length }, (_, n) => `${column}_${n + 2}`),
  ];
  return names.find((name) => !taken.includes(name)) ?? column;
}
