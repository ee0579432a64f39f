import { CSV_LIST_SEPARATOR } from '#contract/csv.ts';
import type { OptOutDeps } from '#server/opt-outs/opt-outs.ts';
import { loadList } from '#server/tasks/own-list.ts';
import { resultPages } from '#server/tasks/results.ts';
import type { CsvContent, FileLine, FileLines } from '#server/tasks/task-tool.ts';
import { FIELD_LABELS, FieldSource, LINKEDIN_CSV_COLUMNS, LINKEDIN_EXTRA_COLUMNS } from '../definition.ts';

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
  const list = await loadList(deps.database.db, taskId);
  if (!list) {
    return {
      own: [],
      columns,
      names: headers,
      async *pages() {
        for await (const page of foundPages(deps, taskId, content))
          yield page.map(({ input, values }) => ({ key: input, own: [], values }));
      },
    };
  }
  const { columns: own } = list;
  return {
    own,
    columns,
    names: headers.map((header) => freeName(header, own)),
    async *pages() {
      const results = new Map<number, readonly unknown[]>();
      for await (const page of foundPages(deps, taskId, content))
        for (const { position, values } of page) results.set(position, values);
      const noProfile = content.withoutData ? [] : undefined;
      const written = new Set<number>();
      for await (const page of list.rows())
        yield page.flatMap(({ row, position, cells }): FileLine[] => {
          const values = position === null ? noProfile : results.get(position);
          if (!values) return [];
          if (position !== null) written.add(position);
          return [{ key: `${taskId} ${row}`, own: cells, values }];
        });
      // Profiles beside the rows: of saved pages, and the others of a cell with several.
      yield [...results].flatMap(([position, values]): FileLine[] =>
        written.has(position) ? [] : [{ key: `${taskId} item ${position}`, own: own.map(() => ''), values }],
      );
    },
  };
}

async function* foundPages(deps: OptOutDeps, taskId: string, { columns, shows, withoutData }: CsvContent) {
  const fields = COLUMNS.map(([field]) => field).filter((field) => columns.includes(field));
  const unused = ['notes', ...(columns.includes('sources') ? [] : ['sources'])];
  for await (const page of resultPages(deps, taskId, unused))
    yield page
      .filter((result) => shows(result) && (withoutData || Number(result.fields.completeness) > 0))
      .map((result) => ({
        position: result.position,
        input: result.input,
        values: fields.map((field) =>
          field === 'sources' ? sourcesText(result.fields.sources) : result.fields[field],
        ),
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

/** A name that the list's columns don't use. Spreadsheets don't tell columns apart by case. */
function freeName(column: string, own: readonly string[]): string {
  const taken = new Set(own.map((name) => name.trim().toLowerCase()));
  const names = [column, `Enriched ${column}`, ...own.map((_, n) => `Enriched ${column} ${n + 2}`)];
  return names.find((name) => !taken.has(name.toLowerCase())) ?? column;
}
