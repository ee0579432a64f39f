import { CSV_LIST_SEPARATOR } from '#contract/csv.ts';
import { csvHeader, csvLine } from '#engines/csv/write-csv.ts';
import type { Db } from '#server/platform/db.ts';
import { joinedResults } from '#server/tasks/joined-results.ts';
import { freeColumn, loadList } from '#server/tasks/own-list.ts';
import { resultPages } from '#server/tasks/results.ts';
import type { CsvContent } from '#server/tasks/task-tool.ts';
import { FIELD_LABELS, FieldSource, LINKEDIN_CSV_COLUMNS, LINKEDIN_EXTRA_COLUMNS } from '../definition.ts';

const COLUMNS = Object.entries({ ...LINKEDIN_CSV_COLUMNS, ...LINKEDIN_EXTRA_COLUMNS });

/**
 * The profiles with data as CSV, in list order: the list's own columns, then those of the specification. Rows of
 * one profile each have their own line. `content` says which of them and which of our columns.
 */
export async function* linkedinCsv(db: Db, taskId: string, content: CsvContent): AsyncGenerator<string> {
  const { delimiter } = content;
  const shown = COLUMNS.filter(([field]) => content.columns.includes(field));
  const headers = shown.map(([, header]) => header);
  const valuesOf = (fields: Readonly<Record<string, unknown>> = {}) => shown.map(([field]) => fields[field]);
  const list = await loadList(db, taskId);
  if (!list) {
    yield csvHeader(headers, delimiter);
    for await (const page of foundPages(db, taskId, content))
      yield page.map(({ fields }) => csvLine(valuesOf(fields), delimiter)).join('');
    return;
  }
  const { columns } = list;
  const results = new Map<number, Readonly<Record<string, unknown>>>();
  for await (const page of foundPages(db, taskId, content))
    for (const { position, fields } of page) results.set(position, fields);
  const written = new Set<number>();
  yield csvHeader(
    [...columns, ...headers.map((header) => freeColumn(header, columns, 'Enriched '))],
    delimiter,
  );
  for await (const page of list.rows()) {
    let text = '';
    for (const { positions, cells } of page) {
      const fields = joinedResults(positions.map((position) => results.get(position)));
      if (!fields) continue;
      for (const position of positions) written.add(position);
      text += csvLine([...cells, ...valuesOf(fields)], delimiter);
    }
    if (text !== '') yield text;
  }
  // Profiles beside the rows: those of saved pages.
  const others = [...results].filter(([position]) => !written.has(position));
  yield others
    .map(([, fields]) => csvLine([...columns.map(() => ''), ...valuesOf(fields)], delimiter))
    .join('');
}

async function* foundPages(db: Db, taskId: string, { columns, shows }: CsvContent) {
  const unused = ['notes', ...(columns.includes('sources') ? [] : ['sources'])];
  for await (const page of resultPages(db, taskId, unused))
    yield page
      .filter((result) => shows(result) && Number(result.fields.completeness) > 0)
      .map((result) => ({
        position: result.position,
        fields: { ...result.fields, sources: sourcesText(result.fields.sources) },
      }));
}

/** "Name, Title: Apollo database, 2026-03-01; Email: Data provider, 2026-11-22". */
function sourcesText(sources: unknown): string {
  const read = FieldSource.array().safeParse(sources);
  const groups = Map.groupBy(
    read.data ?? [],
    ({ detail, at }) => `${detail}, ${at.slice(0, 'YYYY-MM-DD'.length)}`,
  );
  return [...groups]
    .map(([origin, group]) => `${group.map(({ field }) => FIELD_LABELS[field]).join(', ')}: ${origin}`)
    .join(CSV_LIST_SEPARATOR);
}
