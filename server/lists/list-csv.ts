import { csvHeader, csvLine } from '#engines/csv/write-csv.ts';
import type { OptOutDeps } from '../opt-outs/opt-outs.ts';
import { listFields } from './list-fields.ts';
import { type ListSelection, shownPages } from './shown-rows.ts';
import type { ListRecord } from './store.ts';

/** UTF-8's byte order mark. Without it, Excel reads a CSV file as Windows-1252. */
const BYTE_ORDER_MARK = '\ufeff';

/** The chosen rows of a list as CSV, header first, in the order they were added. */
export async function* listCsv(
  deps: OptOutDeps,
  list: Pick<ListRecord, 'id' | 'kind' | 'source' | 'columns' | 'fields'>,
  selection: ListSelection,
): AsyncGenerator<string> {
  const { columns } = list;
  yield BYTE_ORDER_MARK + csvHeader(listFields(list).map(({ name }) => name));
  for await (const page of shownPages(deps, list, selection))
    yield page.map(({ cells }) => csvLine(columns.map((column) => cells[column]))).join('');
}

/** A Content-Disposition with the name of the list (RFC 6266), and a plain name for old programs. */
export function csvDisposition(name: string): string {
  const safe = `${name.replace(/[\\/:*?"<>|\p{C}]+/gu, ' ').trim() || 'list'}.csv`.toWellFormed();
  const encoded = encodeURIComponent(safe).replace(
    /['()*!]/g,
    (char) => `%${char.charCodeAt(0).toString(16)}`,
  );
  return `attachment; filename="list.csv"; filename*=UTF-8''${encoded}`;
}
