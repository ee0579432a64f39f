import { CSV_LIST_SEPARATOR } from '#engines/csv/write-csv.ts';
import type { ResultFile } from '#server/tasks/task-tool.ts';
import { FIELD_LABELS, FieldSource, LINKEDIN_CSV_COLUMNS, LINKEDIN_EXTRA_COLUMNS } from '../definition.ts';

/** The columns of the specification, and of rows only those with data. */
export const LINKEDIN_FILE: ResultFile = {
  headers: { ...LINKEDIN_CSV_COLUMNS, ...LINKEDIN_EXTRA_COLUMNS },
  details: { sources: ({ sources }) => sourcesText(sources) },
  prefix: 'Enriched ',
  hasData: ({ completeness }) => Number(completeness) > 0,
};

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
