import { uniqueColumnName } from '#engines/csv/read-table.ts';
import type { OptOutDeps } from '#server/opt-outs/opt-outs.ts';
import { plainLines } from '#server/tasks/file-lines.ts';
import { joinedResults } from '#server/tasks/joined-results.ts';
import { loadList } from '#server/tasks/own-list.ts';
import { resultPages } from '#server/tasks/results.ts';
import type { CsvContent, FileLine, FileLines } from '#server/tasks/task-tool.ts';
import { WEBSITE_CSV_COLUMNS, websiteExtraction } from '../definition.ts';

type Fields = Readonly<Record<string, unknown>>;

const NO_ADDRESS = 'This row has no web address';

/**
 * The results of a list in list order: the list's own columns, then ours. Every row of the list has its own line, even
 * if several are one item. Pending rows, and rows that `content` hides, are omitted.
 */
export async function websiteLines(
  deps: OptOutDeps,
  taskId: string,
  content: CsvContent,
): Promise<FileLines> {
  const list = await loadList(deps.database.db, taskId);
  if (!list) return plainLines(deps, taskId, websiteExtraction.task, content);
  const { columns } = list;
  const ours = WEBSITE_CSV_COLUMNS.filter((column) => content.columns.includes(column));
  return {
    own: columns,
    columns: ours,
    names: ours.map((column) => uniqueColumnName(column, columns, 'website_')),
    async *pages() {
      const results = new Map<number, Fields>();
      for await (const page of resultPages(deps, taskId, websiteExtraction.task.receiptFields))
        for (const { position, fields } of page.filter(content.shows)) results.set(position, fields);
      for await (const page of list.rows())
        yield page.flatMap(({ row, positions, input, cells }): FileLine[] => {
          const fields =
            positions.length === 0
              ? withoutAddress(content)
              : joinedResults(positions.map((position) => results.get(position)));
          if (!fields) return [];
          const values = ours.map((column) => (column === 'input' ? input : fields[column]));
          return [{ key: `${taskId} ${row}`, own: cells, positions, values }];
        });
    },
  };
}

/** The result of a row without an address, which isn't on the page and so matches no filter. */
function withoutAddress({ filtered }: CsvContent): Fields | undefined {
  return filtered ? undefined : { error: NO_ADDRESS };
}
