import { CSV_LIST_SEPARATOR } from '#contract/csv.ts';
import { uniqueColumnName } from '#engines/csv/read-table.ts';
import type { OptOutDeps } from '#server/opt-outs/opt-outs.ts';
import { joinedResults } from '#server/tasks/joined-results.ts';
import { loadList } from '#server/tasks/own-list.ts';
import { resultPages } from '#server/tasks/results.ts';
import type { CsvContent, FileLine, FileLines } from '#server/tasks/task-tool.ts';
import { FIELD_LABELS, FieldSource, LINKEDIN_CSV_COLUMNS, LINKEDIN_EXTRA_COLUMNS } from '../definition.ts';

type Fields = Readonly<Record<string, unknown>>;

const COLUMNS = Object.entries({ ...LINKEDIN_CSV_COLUMNS, ...LINKEDIN_EXTRA_COLUMNS });

/**
 * The profiles in list order: the list's own columns, then those of the specification. Rows of one profile each have
 * their own line. `content` says which of them and which of our columns. Profiles and rows without data are left out,
 * unless `content.withoutData`.
 */
export async function linkedinLines(
  deps: OptOutDeps,
  taskId: string,
  content: CsvContent,
): Promise<FileLines> {
  const ours = COLUMNS.filter(([field]) => content.columns.includes(field));
  const columns = ours.map(([field]) => field);
  const headers = ours.map(([, header]) => header);
  const valuesOf = (fields: Fields) => columns.map((column) => fields[column]);
  const list = await loadList(deps.database.db, taskId);
  if (!list) {
    return {
      own: [],
      columns,
      names: headers,
      async *pages() {
        for await (const page of foundPages(deps, taskId, content))
          yield page.map(({ input, fields }) => ({ key: input, own: [], values: valuesOf(fields) }));
      },
    };
  }
  const { columns: own } = list;
  return {
    own,
    columns,
    names: headers.map((header) => uniqueColumnName(header, own, 'Enriched ')),
    async *pages() {
      const results = new Map<number, Fields>();
      for await (const page of foundPages(deps, taskId, content))
        for (const { position, fields } of page) results.set(position, fields);
      const noProfile = content.withoutData && !content.filtered ? {} : undefined;
      const written = new Set<number>();
      for await (const page of list.rows())
        yield page.flatMap(({ row, positions, cells }): FileLine[] => {
          const fields =
            positions.length === 0
              ? noProfile
              : joinedResults(positions.map((position) => results.get(position)));
          if (!fields) return [];
          for (const position of positions) written.add(position);
          return [{ key: `${taskId} ${row}`, own: cells, positions, values: valuesOf(fields) }];
        });
      // Profiles beside the rows: those of saved pages.
      yield [...results].flatMap(([position, fields]): FileLine[] => {
        if (written.has(position)) return [];
        return [{ key: `${taskId} item ${position}`, own: own.map(() => ''), values: valuesOf(fields) }];
      });
    },
  };
}

async function* foundPages(deps: OptOutDeps, taskId: string, { columns, shows, withoutData }: CsvContent) {
  const unused = ['notes', ...(columns.includes('sources') ? [] : ['sources'])];
  for await (const page of resultPages(deps, taskId, unused))
    yield page
      .filter((result) => shows(result) && (withoutData || Number(result.fields.completeness) > 0))
      .map((result) => ({
        position: result.position,
        input: result.input,
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
