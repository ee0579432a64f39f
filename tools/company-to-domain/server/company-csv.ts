import { csvHeader, csvLine } from '#engines/csv/write-csv.ts';
import type { Db } from '#server/platform/db.ts';
import { csvText } from '#server/tasks/csv-file.ts';
import { joinedResults } from '#server/tasks/joined-results.ts';
import { freeColumn, loadList } from '#server/tasks/own-list.ts';
import { resultPages } from '#server/tasks/results.ts';
import type { CsvContent } from '#server/tasks/task-tool.ts';
import { companyToDomain } from '../definition.ts';
import { COMPANY_CSV_DETAILS } from './csv-details.ts';

type Fields = Readonly<Record<string, unknown>>;

const NO_COMPANY = 'This row has no company name';

/**
 * The results of a list as CSV, in list order: the list's own columns, then ours. Every row of the list has its
 * own line: colleagues share the result of their company. Pending rows, and rows that `content` hides, are
 * omitted.
 */
export async function* companyCsv(db: Db, taskId: string, content: CsvContent): AsyncGenerator<string> {
  const list = await loadList(db, taskId);
  const { task } = companyToDomain;
  if (!list) {
    yield* csvText(db, taskId, task, content, COMPANY_CSV_DETAILS);
    return;
  }
  const { columns } = list;
  const ours = content.columns;
  const results = new Map<number, Fields>();
  const without = task.receiptFields.filter((field) => !ours.includes(field));
  for await (const page of resultPages(db, taskId, without))
    for (const { position, fields } of page.filter(content.shows))
      results.set(
        position,
        Object.fromEntries(
          ours.map((column) => [column, COMPANY_CSV_DETAILS[column]?.(fields) ?? fields[column]]),
        ),
      );
  yield csvHeader(
    [...columns, ...ours.map((column) => freeColumn(column, columns, 'found_'))],
    content.delimiter,
  );
  for await (const page of list.rows()) {
    let text = '';
    for (const { positions, cells } of page) {
      const fields =
        positions.length === 0
          ? withoutCompany(content)
          : joinedResults(positions.map((position) => results.get(position)));
      if (fields) text += csvLine([...cells, ...ours.map((column) => fields[column])], content.delimiter);
    }
    if (text !== '') yield text;
  }
}

/** The result of a row without a company, which isn't on the page and so matches no filter. */
function withoutCompany({ filtered }: CsvContent): Fields | undefined {
  return filtered ? undefined : { error: NO_COMPANY };
}
