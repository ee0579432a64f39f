import type { OptOutDeps } from '#server/opt-outs/opt-outs.ts';
import { plainLines } from '#server/tasks/file-lines.ts';
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
    names: ours.map((column) => freeName(column, columns)),
    async *pages() {
      const results = new Map<number, Fields>();
      for await (const page of resultPages(deps, taskId, websiteExtraction.task.receiptFields))
        for (const { position, fields } of page.filter(content.shows)) results.set(position, fields);
      for await (const page of list.rows())
        yield page.flatMap(({ row, position, input, cells }): FileLine[] => {
          const fields = position === null ? withoutAddress(content) : results.get(position);
          if (!fields) return [];
          const values = ours.map((column) => (column === 'input' ? input : fields[column]));
          return [{ key: `${taskId} ${row}`, own: cells, values }];
        });
    },
  };
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
