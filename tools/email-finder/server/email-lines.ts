import { hasRequiredColumns } from '#engines/csv/person-columns.ts';
import type { PersonListShape } from '#engines/csv/person-list.ts';
import type { OptOutDeps } from '#server/opt-outs/opt-outs.ts';
import { plainLines } from '#server/tasks/file-lines.ts';
import { resultPages } from '#server/tasks/results.ts';
import type { CsvContent, FileLine, FileLines } from '#server/tasks/task-tool.ts';
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
 * The results of a list in list order: the list's columns, then ours. Every row of the list has its own line, even if
 * several are one item. Rows without a result, or that `content` hides, are omitted.
 */
export async function emailLines(deps: OptOutDeps, taskId: string, content: CsvContent): Promise<FileLines> {
  const list = await loadPersonList(deps.database.db, taskId);
  if (!list) return plainLines(deps, taskId, emailFinder.task, content);
  const { header } = list.shape;
  const ours = ourColumns(list.shape).filter((column) => content.columns.includes(column));
  return {
    own: header,
    columns: ours,
    names: ours.map((column) => freeName(column, header)),
    async *pages() {
      // The list's items, or some of them if they were run again: their positions don't follow the list.
      const results = new Map<string, unknown[]>();
      for await (const page of resultPages(deps, taskId, emailFinder.task.receiptFields))
        for (const { input, fields } of page.filter(content.shows))
          results.set(
            list.keyOf(parseEmailInput(input)),
            ours.map((column) => fields[column]),
          );
      let row = 0;
      for await (const batch of list.rows()) {
        for (let at = 0; at < batch.length; at += ROWS_PER_PIECE) {
          yield batch.slice(at, at + ROWS_PER_PIECE).flatMap(({ cells, input }): FileLine[] => {
            row += 1;
            const values = results.get(list.keyOf(input));
            const own = header.map((_, column) => cells[column] ?? '');
            return values ? [{ key: `${taskId} ${row}`, own, values }] : [];
          });
        }
      }
    },
  };
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
