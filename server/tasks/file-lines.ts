import { uniqueColumnName } from '#engines/csv/read-table.ts';
import type { OptOutDeps } from '../opt-outs/opt-outs.ts';
import { joinedResults } from './joined-results.ts';
import { type Result, resultPages } from './results.ts';
import type { CsvContent, FileLine, FileLines, TaskTool } from './task-tool.ts';
import { loadList, type StoredUpload } from './uploaded-list.ts';

type FileTool = Pick<TaskTool, 'definition' | 'file'>;
type Fields = Readonly<Record<string, unknown>>;

const PREFIX = 'found_';

/**
 * The results of a task in item order. If its list has columns of its own, in list order: its columns, then ours, and a
 * line for each row, even if several are one item. Pending rows, and rows that `content` hides, are omitted.
 */
export async function resultLines(
  deps: OptOutDeps,
  taskId: string,
  tool: FileTool,
  content: CsvContent,
): Promise<FileLines> {
  const list = await loadList(deps.database.db, taskId);
  const { columns } = content;
  const { headers = {}, prefix = PREFIX } = tool.file ?? {};
  const names = columns.map((column) => headers[column] ?? column);
  const results = () => shownPages(deps, taskId, tool, content);
  if (list) {
    const { columns: own } = list;
    return {
      own,
      columns,
      names: names.map((name) => uniqueColumnName(name, own, prefix)),
      pages: () => listPages(taskId, list, results(), tool, content),
    };
  }
  return {
    own: [],
    columns,
    names,
    async *pages() {
      for await (const page of results())
        yield page.flatMap(({ input, fields }) =>
          splitBy(content, fields).map((each) => ({
            key: input,
            own: [],
            values: columnValues(columns, each),
          })),
        );
    },
  };
}

async function* listPages(
  taskId: string,
  { columns: own, rows }: StoredUpload,
  pages: AsyncIterable<Shown[]>,
  { file = {} }: FileTool,
  content: CsvContent,
): AsyncGenerator<FileLine[]> {
  const { columns, filtered, withoutData, split } = content;
  const results = new Map<number, Fields>();
  for await (const page of pages) for (const { position, fields } of page) results.set(position, fields);
  // A row with nothing to look up isn't on the page and so matches no filter.
  const isHidden = filtered || (file.hasData !== undefined && !withoutData);
  const nothing = isHidden ? undefined : { error: file.nothingToLookUp };
  const written = new Set<number>();
  for await (const page of rows())
    yield page.flatMap(({ row, positions, input, cells }): FileLine[] => {
      for (const position of positions) written.add(position);
      const found = positions
        .map((position) => results.get(position))
        .filter((fields) => fields !== undefined);
      const joined = positions.length === 0 ? nothing : joinedResults(found);
      const lines = split ? found.flatMap((fields) => split(fields)) : joined ? [joined] : [];
      return lines.map((fields) => ({
        key: `${taskId} ${row}`,
        own: cells,
        positions,
        values: columnValues(columns, split ? fields : { ...fields, input }),
      }));
    });
  // Items beside the rows, such as saved pages.
  yield [...results]
    .filter(([position]) => !written.has(position))
    .flatMap(([position, fields]) =>
      splitBy(content, fields).map((each) => ({
        key: `${taskId} item ${position}`,
        own: own.map(() => ''),
        values: columnValues(columns, each),
      })),
    );
}

/** The lines of a result. */
function splitBy({ split }: CsvContent, fields: Fields): readonly Fields[] {
  return split ? split(fields) : [fields];
}

type Shown = Pick<Result, 'position' | 'input' | 'fields'>;

/** The results that the file has, with the values of its columns. */
async function* shownPages(
  deps: OptOutDeps,
  taskId: string,
  { definition, file: { details = {}, hasData = () => true } = {} }: FileTool,
  { columns, shows, withoutData, split }: CsvContent,
): AsyncGenerator<Shown[]> {
  const without = definition.task.receiptFields.filter((field) => !columns.includes(field));
  for await (const page of resultPages(deps, taskId, without))
    yield page
      .filter((result) => shows(result) && (withoutData || hasData(result.fields)))
      .map(({ position, input, fields }) => ({
        position,
        input,
        fields: split
          ? fields
          : Object.fromEntries(
              columns.map((column) => [
                column,
                details[column] ? details[column](fields, input) : fields[column],
              ]),
            ),
      }));
}

function columnValues(columns: readonly string[], fields: Fields): unknown[] {
  return columns.map((column) => fields[column]);
}
