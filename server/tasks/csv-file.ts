import { XLSX_TYPE } from '#contract/file-types.ts';
import type { TaskCsvOptions } from '#contract/task-csv.ts';
import { encodeText } from '#engines/csv/encode-text.ts';
import { BYTE_ORDER_MARK, csvDelimiter, csvHeader, csvLine } from '#engines/csv/write-csv.ts';
import { areRowsOptedOut } from '../opt-outs/contact-check.ts';
import type { OptOutDeps } from '../opt-outs/opt-outs.ts';
import { xlsxOfCsv } from '../platform/xlsx/xlsx-file.ts';
import { resultLines } from './file-lines.ts';
import { isOptedOutInput, optedOutCells, ownFields } from './opted-out-inputs.ts';
import { ownRowsOnce } from './own-rows.ts';
import { perPersonOf, personContent, personLines } from './person-lines.ts';
import { readRowFilter, unknownColumn } from './row-filter.ts';
import type { TaskRecord } from './store.ts';
import type { CsvContent, FileLine, FileLines, OwnRows, PerPerson, TaskTool } from './task-tool.ts';

/** A task's results as the bytes of a file. */
export interface CsvFile {
  /** its media type */
  type: string;
  bytes(): AsyncIterable<Uint8Array>;
}

/**
 * The file of a task, as requested: CSV or an Excel workbook. UTF-8 and UTF-16 files start with a byte order mark unless it is left
 * out: Excel reads them as another encoding without it. Throws CallError for columns, statuses and rows that
 * the task doesn't have.
 */
export async function csvFile(
  deps: OptOutDeps,
  task: Pick<TaskRecord, 'id' | 'total'>,
  tool: Pick<TaskTool, 'definition' | 'file' | 'uploadFormat' | 'ownRows'>,
  options: TaskCsvOptions,
): Promise<CsvFile> {
  const { db } = deps.database;
  const upload = options.format === 'upload' ? await tool.uploadFormat?.(db, task.id) : null;
  const { delimiter, encoding } = upload ?? { delimiter: csvDelimiter(options.format), encoding: 'utf-8' };
  const openList = ownRowsOnce(db, task.id, tool);
  const perPerson = perPersonOf(tool, options.per);
  const content: CsvContent = {
    columns: requestedColumns(tool, options.columns, perPerson),
    ...(await readRowFilter(task, tool, options, openList)),
    ...(perPerson && personContent(perPerson, options)),
  };
  if (options.format === 'xlsx')
    return {
      type: XLSX_TYPE,
      async *bytes() {
        const lines = await fileLines(deps, task.id, tool, content, openList);
        yield* xlsxOfCsv(csvText(lines, delimiter), { name: 'Results' });
      },
    };
  const mark = options.bom === 'true' && encoding !== 'windows-1252' ? BYTE_ORDER_MARK : '';
  return {
    type: `text/csv; charset=${encoding}`,
    async *bytes() {
      if (mark) yield encodeText(mark, encoding);
      const lines = await fileLines(deps, task.id, tool, content, openList);
      for await (const text of csvText(lines, delimiter)) yield encodeText(text, encoding);
    },
  };
}

/** The lines of a task's file. `openList` opens the list of the task. */
export async function fileLines(
  deps: OptOutDeps,
  taskId: string,
  tool: Pick<TaskTool, 'definition' | 'file'>,
  content: CsvContent,
  openList: () => Promise<OwnRows | undefined>,
): Promise<FileLines> {
  const gone = new Set<number>();
  const watched: CsvContent = {
    ...content,
    shows: (result) => {
      if (result.optedOut === 'row' || isOptedOutInput(result.input)) gone.add(result.position);
      return content.shows(result);
    },
  };
  const list = await openList();
  const all = (await list?.lines?.(deps, watched)) ?? (await resultLines(deps, taskId, tool, watched));
  const shown = all.own.length === 0 ? all : withoutOptedOutLines(deps, all, gone);
  const { showsLine, split, perSite } = content;
  const wanted: FileLines = showsLine
    ? {
        ...shown,
        async *pages() {
          for await (const page of shown.pages()) yield page.filter(({ own }) => showsLine(own));
        },
      }
    : shown;
  return split ? personLines(wanted, perSite) : wanted;
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
        yield page.map((line, index): FileLine => {
          const isGone = areListed[index] || line.positions?.some((position) => gone.has(position));
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
function requestedColumns(
  { definition, file }: Pick<TaskTool, 'definition' | 'file'>,
  wanted: readonly string[] | undefined,
  perPerson: PerPerson | null,
): readonly string[] {
  const { csv } = definition.task;
  const ofPerson = perPerson?.columns;
  if (ofPerson) return wanted ? chosen(wanted, ofPerson) : ofPerson;
  const extra = csv.extra?.columns ?? [];
  const details = Object.keys(file?.details ?? {}).filter(
    (column) => !extra.includes(column) && !csv.columns.includes(column),
  );
  const usual = [...csv.columns, ...details];
  if (!wanted) return usual;
  return chosen(wanted, [...usual, ...extra]);
}

function chosen(wanted: readonly string[], columns: readonly string[]): readonly string[] {
  const unknown = wanted.find((name) => !columns.includes(name));
  if (unknown !== undefined) {
    throw unknownColumn(unknown, columns);
  }
  return columns.filter((name) => wanted.includes(name));
}
