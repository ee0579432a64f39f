import { CallError } from '#contract/errors.ts';
import type { TaskCsvOptions, TextEncoding } from '#contract/task-csv.ts';
import { encodeText } from '#engines/csv/encode-text.ts';
import { csvHeader, csvLine } from '#engines/csv/write-csv.ts';
import { meets } from '#tools/column-filter.ts';
import type { TaskDefinition } from '#tools/definition.ts';
import { searchText } from '#tools/history-column.ts';
import { areRowsOptedOut } from '../opt-outs/contact-check.ts';
import type { OptOutDeps } from '../opt-outs/opt-outs.ts';
import { plainLines } from './file-lines.ts';
import { isOptedOutInput, optedOutCells, ownFields } from './opted-out-inputs.ts';
import type { Result } from './results.ts';
import type { CsvContent, FileLine, FileLines, TaskTool } from './task-tool.ts';

const BYTE_ORDER_MARK = '\ufeff';
/** What every task's rows can be filtered by, unless its tool has statuses of its own. */
const OUTCOMES: Readonly<Record<string, (result: Result) => boolean>> = {
  found: ({ found }) => found,
  not_found: ({ found, failed }) => !found && !failed,
  failed: ({ failed }) => failed,
};

/** A task's results as the bytes of a CSV file. */
export interface CsvFile {
  encoding: TextEncoding;
  bytes(): AsyncIterable<Uint8Array>;
}

/**
 * The CSV file of a task, as requested. UTF-8 and UTF-16 files start with a byte order mark unless it is left
 * out: Excel reads them as another encoding without it. Throws CallError for columns or statuses that the tool
 * doesn't have.
 */
export async function csvFile(
  deps: OptOutDeps,
  taskId: string,
  tool: Pick<TaskTool, 'definition' | 'lines' | 'csvDetails' | 'uploadFormat'>,
  options: TaskCsvOptions,
): Promise<CsvFile> {
  const definition = tool.definition.task;
  const upload = options.format === 'upload' ? await tool.uploadFormat?.(deps.database.db, taskId) : null;
  const { delimiter, encoding } = upload ?? { delimiter: ',', encoding: 'utf-8' };
  const content: CsvContent = {
    columns: columnsOf(tool, options.columns),
    filtered:
      (options.show ?? 'all') !== 'all' ||
      (options.q ?? '').trim() !== '' ||
      (options.where ?? []).length > 0,
    shows: rowFilter(definition, options),
  };
  const mark = options.bom === 'true' && encoding !== 'windows-1252' ? BYTE_ORDER_MARK : '';
  return {
    encoding,
    async *bytes() {
      if (mark) yield encodeText(mark, encoding);
      const lines = await linesOf(deps, taskId, tool, content);
      for await (const text of csvText(lines, delimiter)) yield encodeText(text, encoding);
    },
  };
}

/** The lines of a task's file. */
export async function linesOf(
  deps: OptOutDeps,
  taskId: string,
  { definition, csvDetails, lines }: Pick<TaskTool, 'definition' | 'csvDetails' | 'lines'>,
  content: CsvContent,
): Promise<FileLines> {
  const gone = new Set<number>();
  const watched: CsvContent = {
    ...content,
    shows: (result) => {
      if (result.optedOut === 'row' || isOptedOutInput(result.input)) gone.add(result.position);
      return content.shows(result);
    },
  };
  const all =
    (await lines?.(deps, taskId, watched)) ?? plainLines(deps, taskId, definition.task, watched, csvDetails);
  return all.own.length === 0 ? all : withoutOptedOutLines(deps, all, gone);
}

/**
 * The lines of an own list, without the data of those about someone who opted out: by the cells of the row, or by an
 * item in `gone`.
 */
function withoutOptedOutLines(deps: OptOutDeps, lines: FileLines, gone: ReadonlySet<number>): FileLines {
  const { own, columns } = lines;
  return {
    ...lines,
    async *pages() {
      for await (const page of lines.pages()) {
        const rows = page.map((line) => ownFields(own, line.own));
        const areListed = await areRowsOptedOut(deps, rows);
        yield page.map((line, at): FileLine => {
          const isGone = areListed[at] || line.positions?.some((position) => gone.has(position));
          if (!isGone) return line;
          return { key: line.key, own: optedOutCells(own), values: columns.map(() => ''), optedOut: true };
        });
      }
    },
  };
}

/** The lines as CSV, header first. */
async function* csvText({ own, names, pages }: FileLines, delimiter: string): AsyncGenerator<string> {
  yield csvHeader([...own, ...names], delimiter);
  for await (const page of pages()) {
    const text = page.map((line) => csvLine([...line.own, ...line.values], delimiter)).join('');
    if (text) yield text;
  }
}

/** The requested columns in the definition's order; all of them by default. */
function columnsOf(
  { definition, csvDetails = {} }: Pick<TaskTool, 'definition' | 'csvDetails'>,
  wanted: readonly string[] | undefined,
): readonly string[] {
  const { csv } = definition.task;
  const usual = [...csv.columns, ...Object.keys(csvDetails)];
  if (!wanted) return usual;
  const columns = [...usual, ...(csv.extra?.columns ?? [])];
  const unknown = wanted.find((name) => !columns.includes(name));
  if (unknown !== undefined) {
    throw unknownColumn(unknown, columns);
  }
  return columns.filter((name) => wanted.includes(name));
}

function unknownColumn(name: string, columns: readonly string[]): CallError {
  return new CallError(
    'validation_failed',
    `There is no column “${name.slice(0, 40)}”. The columns are ${[...new Set(columns)].join(', ')}.`,
  );
}

/** Which rows the file has, as the page's own filter shows them. */
function rowFilter(
  { filter, csv }: TaskDefinition,
  { show = 'all', q = '', where = [] }: Pick<TaskCsvOptions, 'show' | 'q' | 'where'>,
): (result: Result) => boolean {
  const { status, text: fields = csv.columns } = filter ?? {};
  const statuses = status?.values ?? Object.keys(OUTCOMES);
  if (show !== 'all' && !statuses.includes(show)) {
    throw new CallError(
      'validation_failed',
      `There is no status “${show}”. The statuses are ${statuses.join(', ')}.`,
    );
  }
  const known = [...csv.columns, ...fields];
  for (const field of where.flatMap((condition) => condition.fields))
    if (!known.includes(field)) throw unknownColumn(field, known);
  const text = q.trim().toLowerCase();
  return (result) => {
    const hasStatus =
      show === 'all' || (status ? result.fields[status.field] === show : OUTCOMES[show]?.(result));
    return (
      hasStatus === true &&
      (text === '' || searchText(result.fields, fields).includes(text)) &&
      where.every((condition) => meets(result.fields, condition))
    );
  };
}
