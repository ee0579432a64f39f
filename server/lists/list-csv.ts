import type { InputOf } from '#contract/call.ts';
import type { CALLS } from '#contract/calls.ts';
import { fileEnding, XLSX_TYPE } from '#contract/file-types.ts';
import type { ListColumn } from '#contract/list-columns.ts';
import type { ExportFormat } from '#contract/list-exports.ts';
import { exportWriter } from '#engines/list-exports/write-export.ts';
import type { Deps } from '../deps.ts';
import type { OptOutDeps } from '../opt-outs/opt-outs.ts';
import type { ExclusionOf } from './exclusions/left-out.ts';
import { charsOfCells, inTurns } from './in-turns.ts';
import { assertMarkable, markExport, versionAt } from './list-exports.ts';
import { listFields } from './list-fields.ts';
import { requireColumns } from './lists.ts';
import { shownPages } from './shown-rows.ts';
import type { ListRecord } from './store.ts';

/** What a file of a list is sent as. */
export const FILE_TYPES: Readonly<Record<ExportFormat, string>> = {
  csv: 'text/csv; charset=utf-8',
  'csv-semicolons': 'text/csv; charset=utf-8',
  tsv: 'text/tab-separated-values; charset=utf-8',
  jsonl: 'application/jsonl; charset=utf-8',
  xlsx: XLSX_TYPE,
};

/**
 * The file of a list, as requested: the chosen rows in the order they were added. `mark` is stored after the last row was
 * taken, and with `confirm` counts only once it is confirmed. A workbook is made of its rows as CSV (`xlsxOfCsv`). Throws `validation_failed` for columns that the list doesn't have.
 */
export async function listFile(
  deps: OptOutDeps & Pick<Deps, 'clock'>,
  list: ListRecord,
  input: InputOf<typeof CALLS.listCsv>,
  exclusionOf: ExclusionOf | null,
): Promise<() => AsyncGenerator<string>> {
  const { columns, format, preset, rows, text, since, mark, confirm, search, where, leaveOut } = input;
  assertMarkable(input);
  const fields = exportFields(list, columns);
  const { start, write } = exportWriter(fields, { format, preset, rows, asText: text === 'true' });
  const filter = { search, where, leaveOut };
  const newerThan = since === undefined ? undefined : await versionAt(deps, list, since, filter);
  return async function* file() {
    if (start) yield start;
    let count = 0;
    for await (const page of shownPages(deps, list, {
      search,
      where,
      selected: input.selected,
      newerThan,
      exclusionOf,
    })) {
      const lines: string[] = [];
      for await (const { cells } of inTurns(page, charsOfCells)) {
        const line = write(cells);
        if (line) lines.push(line);
      }
      count += lines.length;
      yield lines.join('');
    }
    if (mark !== undefined) await markExport(deps, list, { name: mark, filter, rows: count, confirm });
  };
}

/** The columns of a list that a file has: these, or all. Throws `validation_failed` for columns that the list doesn't have. */
export function exportFields(
  list: ListRecord,
  columns: readonly string[] = list.columns,
): readonly ListColumn[] {
  requireColumns(list, columns);
  const byId = new Map(listFields(list).map((field) => [field.id, field]));
  return [...new Set(columns)].flatMap((id) => byId.get(id) ?? []);
}

/** A Content-Disposition with the name of the list (RFC 6266), and a plain name for old programs. */
export function fileDisposition(name: string, format: ExportFormat): string {
  const safe =
    `${name.replace(/[\\/:*?"<>|\p{C}]+/gu, ' ').trim() || 'list'}.${fileEnding(format)}`.toWellFormed();
  const encoded = encodeURIComponent(safe).replace(
    /['()*!]/g,
    (char) => `%${char.charCodeAt(0).toString(16)}`,
  );
  return `attachment; filename="list.${fileEnding(format)}"; filename*=UTF-8''${encoded}`;
}
