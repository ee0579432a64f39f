import { uniqueColumnName } from '#engines/csv/read-table.ts';
import type { OptOutDeps } from '#server/opt-outs/opt-outs.ts';
import { plainLines } from '#server/tasks/file-lines.ts';
import { joinedResults } from '#server/tasks/joined-results.ts';
import { loadList } from '#server/tasks/own-list.ts';
import { resultPages } from '#server/tasks/results.ts';
import type { CsvContent, FileLine, FileLines } from '#server/tasks/task-tool.ts';
import { companyToDomain } from '../definition.ts';
import { COMPANY_CSV_DETAILS } from './csv-details.ts';

type Fields = Readonly<Record<string, unknown>>;

const NO_COMPANY = 'This row has no company name';

/**
 * The results of a list in list order: the list's own columns, then ours. Every row of the list has its own line:
 * colleagues share the result of their company. Pending rows, and rows that `content` hides, are omitted.
 */
export async function companyLines(
  deps: OptOutDeps,
  taskId: string,
  content: CsvContent,
): Promise<FileLines> {
  const list = await loadList(deps.database.db, taskId);
  const { task } = companyToDomain;
  if (!list) return plainLines(deps, taskId, task, content, COMPANY_CSV_DETAILS);
  const { columns } = list;
  const ours = content.columns;
  return {
    own: columns,
    columns: ours,
    names: ours.map((column) => uniqueColumnName(column, columns, 'found_')),
    async *pages() {
      const results = new Map<number, Fields>();
      const without = task.receiptFields.filter((field) => !ours.includes(field));
      for await (const page of resultPages(deps, taskId, without))
        for (const { position, fields } of page.filter(content.shows))
          results.set(
            position,
            Object.fromEntries(
              ours.map((column) => [column, COMPANY_CSV_DETAILS[column]?.(fields) ?? fields[column]]),
            ),
          );
      for await (const page of list.rows())
        yield page.flatMap(({ row, positions, cells }): FileLine[] => {
          const fields =
            positions.length === 0
              ? withoutCompany(content)
              : joinedResults(positions.map((position) => results.get(position)));
          if (!fields) return [];
          const values = ours.map((column) => fields[column]);
          return [{ key: `${taskId} ${row}`, own: cells, positions, values }];
        });
    },
  };
}

/** The result of a row without a company, which isn't on the page and so matches no filter. */
function withoutCompany({ filtered }: CsvContent): Fields | undefined {
  return filtered ? undefined : { error: NO_COMPANY };
}
