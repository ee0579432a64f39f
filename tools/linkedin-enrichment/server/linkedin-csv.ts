import { csvHeader, csvLine } from '#engines/csv/write-csv.ts';
import type { Db } from '#server/platform/db.ts';
import { loadList } from '#server/tasks/own-list.ts';
import { resultPages } from '#server/tasks/results.ts';
import { LINKEDIN_CSV_COLUMNS, linkedinEnrichment } from '../definition.ts';

const FIELDS = Object.keys(LINKEDIN_CSV_COLUMNS);
const HEADERS = Object.values(LINKEDIN_CSV_COLUMNS);

/**
 * The profiles with data as CSV, in list order: the list's own columns, then those of the specification. Rows of
 * one profile each have their own line.
 */
export async function* linkedinCsv(db: Db, taskId: string): AsyncGenerator<string> {
  const list = await loadList(db, taskId);
  if (!list) {
    yield csvHeader(HEADERS);
    for await (const page of foundPages(db, taskId)) yield page.map(({ values }) => csvLine(values)).join('');
    return;
  }
  const { columns } = list;
  const results = new Map<number, readonly unknown[]>();
  for await (const page of foundPages(db, taskId))
    for (const { position, values } of page) results.set(position, values);
  const written = new Set<number>();
  yield csvHeader([...columns, ...HEADERS.map((header) => freeName(header, columns))]);
  for await (const page of list.rows()) {
    let text = '';
    for (const { position, cells } of page) {
      const values = position === null ? undefined : results.get(position);
      if (position === null || !values) continue;
      written.add(position);
      text += csvLine([...cells, ...values]);
    }
    if (text !== '') yield text;
  }
  // Profiles beside the rows: of saved pages, and the others of a cell with several.
  const others = [...results].filter(([position]) => !written.has(position));
  yield others.map(([, values]) => csvLine([...columns.map(() => ''), ...values])).join('');
}

async function* foundPages(db: Db, taskId: string) {
  for await (const page of resultPages(db, taskId, linkedinEnrichment.task.receiptFields))
    yield page.flatMap(({ position, fields }) =>
      typeof fields.completeness === 'number' && fields.completeness > 0
        ? [{ position, values: FIELDS.map((field) => fields[field]) }]
        : [],
    );
}

/** A name that the list's columns don't use. Spreadsheets don't tell columns apart by case. */
function freeName(column: string, own: readonly string[]): string {
  const taken = new Set(own.map((name) => name.trim().toLowerCase()));
  const names = [column, `Enriched ${column}`, ...own.map((_, n) => `Enriched ${column} ${n + 2}`)];
  return names.find((name) => !taken.has(name.toLowerCase())) ?? column;
}
