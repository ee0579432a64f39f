import { type RawBuilder, sql } from 'kysely';
import type { ColumnCondition } from '#contract/column-conditions.ts';
import { meets } from '#tools/list-tool/column-filter.ts';
import { containsText, searchText } from '#tools/list-tool/row-text.ts';
import type { Db } from '../platform/database/db.ts';
import { type SortValue, sortValue } from './sort-value.ts';

/** A row as its owner sees it. */
export interface ReadRow {
  id: number;
  cells: Record<string, string>;
  /** columns of steps that a person typed into; null: none */
  edited: string[] | null;
  added_at: Date;
  updated_at: Date;
}

/** A row that matches a search, with its value in the column to sort by. */
export interface Match extends SortValue {
  id: number;
}

/**
 * What one statement reads at most, besides the row that exceeds the bytes. A row can have 100 KB, so the bytes
 * matter more than the rows.
 */
const STEP_ROWS = 500;
const STEP_BYTES = 512 * 1024;

/**
 * The next rows of a list after an ID, as many as one statement may read. The sizes are added up from the stored
 * ones, so that the database doesn't read the cells of rows beyond.
 */
export function step(
  listId: string,
  after: number,
  { ids, newerThan }: { ids?: readonly number[] | undefined; newerThan?: number | undefined } = {},
): RawBuilder<unknown> {
  const newer = newerThan === undefined ? sql`` : sql`and version > ${newerThan}::bigint`;
  const some = ids ? sql`and id = any(${`{${ids}}`}::text::bigint[])` : sql``;
  return sql`(
    select * from (
      select *, sum(bytes) over (order by id) - bytes as before from (
        select id, cells, edited, added_at, updated_at, bytes from list_rows
        where list_id = ${listId}::uuid and id > ${after}::bigint ${some} ${newer} order by id limit ${STEP_ROWS}
      ) next_rows
    ) counted where before < ${STEP_BYTES}
  )`;
}

/** The rows of a list that changed next after a version, and in it after an ID; as many as one statement may read. */
export function changedStep(listId: string, after: { version: number; id: number }): RawBuilder<unknown> {
  return sql`(
    select * from (
      select *, sum(bytes) over (order by version, id) - bytes as before from (
        select id, version, cells, bytes from list_rows
        where list_id = ${listId}::uuid and (version, id) > (${after.version}::bigint, ${after.id}::bigint)
        order by version, id limit ${STEP_ROWS}
      ) next_rows
    ) counted where before < ${STEP_BYTES}
  )`;
}

async function rowsOfStep(
  db: Db,
  listId: string,
  after: number,
  wanted: { ids?: readonly number[] | undefined; newerThan?: number | undefined } = {},
): Promise<ReadRow[]> {
  const { rows } = await sql<ReadRow>`
    select id, cells, edited, added_at, updated_at from ${step(listId, after, wanted)} s order by id
  `.execute(db);
  return rows;
}

/** These rows of a list, in this order, read in steps. Rows that are gone are left out. */
export async function rowsById(db: Db, listId: string, ids: readonly number[]): Promise<ReadRow[]> {
  const found = new Map<number, ReadRow>();
  for (let after = 0; found.size < ids.length; ) {
    const rows = await rowsOfStep(db, listId, after, { ids });
    for (const row of rows) found.set(row.id, row);
    const last = rows.at(-1);
    if (!last) break;
    after = last.id;
  }
  return ids.flatMap((id) => found.get(id) ?? []);
}

/**
 * The IDs of a page of rows, in the order they were added or the other way round. Reads all rows up to the page, or only those
 * after the row `after`, which may be gone.
 */
export async function latestIds(
  db: Db,
  listId: string,
  page: { offset: number; limit: number; order: 'latest' | 'added'; after?: number | undefined },
): Promise<number[]> {
  const isAscending = page.order === 'added';
  let rowsOfList = db
    .selectFrom('list_rows')
    .select('id')
    .where('list_id', '=', listId)
    .orderBy('id', isAscending ? 'asc' : 'desc');
  if (page.after === undefined) rowsOfList = rowsOfList.offset(page.offset);
  else rowsOfList = rowsOfList.where('id', isAscending ? '>' : '<', page.after);
  const rows = await rowsOfList.limit(page.limit).execute();
  return rows.map(({ id }) => id);
}

/** Which rows of a list are wanted. */
export interface ListFilter {
  /** the text that a row contains, in any case and without accents; empty for all rows */
  search: string;
  /** conditions on columns */
  where?: readonly ColumnCondition[] | undefined;
  /** only rows that changed after this version of the list */
  newerThan?: number | undefined;
}

/**
 * The rows of a filter, step by step in the order they were added. `sort`: the column whose values are read too, and how. `isWanted`: what
 * rows that match must also be.
 */
export async function* matchSteps(
  db: Db,
  listId: string,
  {
    search,
    where = [],
    newerThan,
    sort,
    isWanted,
  }: ListFilter & {
    sort?: { column: string; asText?: boolean | undefined } | null | undefined;
    isWanted?: ((cells: Record<string, string>) => boolean) | undefined;
  },
): AsyncGenerator<Match[]> {
  const value = sort ? sql`cells ->> ${sort.column}::text` : sql`null::text`;
  // A step has few bytes, and its rows are read once, however many conditions there are.
  const cells = search !== '' || where.length > 0 || isWanted ? sql`cells` : sql`null::jsonb`;
  type Read = [id: number, value: string | null, cells: Record<string, string> | null];
  for (let after = 0; ; ) {
    const { rows } = await sql<{ last: number | null; matches: Read[] }>`
      select max(id) as last, coalesce(json_agg(json_build_array(
        id, ${value}, ${cells}
      )), '[]') as matches
      from ${step(listId, after, { newerThan })} s
    `.execute(db);
    const [found] = rows;
    if (!found || found.last === null) return;
    yield found.matches
      .filter(
        ([, , values]) => matches(values ?? {}, { search, where }) && (isWanted?.(values ?? {}) ?? true),
      )
      .map(([id, text]) => ({ id, ...sortValue(text, sort ?? {}) }));
    after = found.last;
  }
}

/** Whether the cells of a row match. In SQL, what a letter without its accent is depends on the database. */
function matches(cells: Record<string, string>, { search, where = [] }: ListFilter): boolean {
  return (
    (search === '' || containsText(searchText(cells, Object.keys(cells)), search)) &&
    where.every((condition) => meets(cells, condition))
  );
}

/** All rows of a filter, in the order they were added, step by step; or of them only those with these IDs. */
export async function* rowPages(
  db: Db,
  listId: string,
  { search, where = [], newerThan, selected }: ListFilter & { selected?: readonly number[] | undefined } = {
    search: '',
  },
): AsyncGenerator<ReadRow[]> {
  if (search !== '' || where.length > 0) {
    const wanted = selected && new Set(selected);
    for await (const matches of matchSteps(db, listId, { search, where, newerThan })) {
      const ids = matches.flatMap(({ id }) => (!wanted || wanted.has(id) ? [id] : []));
      if (ids.length > 0) yield await rowsById(db, listId, ids);
    }
    return;
  }
  for (let after = 0; ; ) {
    const rows = await rowsOfStep(db, listId, after, { ids: selected, newerThan });
    const last = rows.at(-1);
    if (!last) return;
    yield rows;
    after = last.id;
  }
}
