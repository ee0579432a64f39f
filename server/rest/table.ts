import type { RawBuilder } from 'kysely';
import type { ApiScope } from '#contract/api-keys.ts';
import type { Session } from '../http/context.ts';
import type { RateLimit } from '../http/rate-limit.ts';
import type { Tables } from '../platform/database/tables.ts';

/** The type of a column, which filters parse their values as. JSON columns can only be selected. */
export type ColumnType = 'uuid' | 'text' | 'integer' | 'boolean' | 'timestamp' | 'json';

/** A database column. It can be selected and, unless it is JSON, filtered and sorted by. */
export interface StoredColumn {
  kind: 'stored';
  type: ColumnType;
  /** its name in the database; its API name is its key in `columns` */
  from: string;
}

/** Values of stored columns by their database names. */
export type StoredValues = Readonly<Record<string, unknown>>;

/** A column computed from stored ones. It can only be selected. */
interface ComputedColumn {
  kind: 'computed';
  /** names in the database, or in `expressions` of the table */
  needs: readonly string[];
  /** `leftOut`: a streamed column of the same row was left out of a list */
  value(stored: StoredValues, row: { leftOut: boolean }): unknown;
}

/**
 * A column for values too large for memory: its JSON text is generated while it is sent. The chunks of a row
 * form one JSON value. `text` is called for one row at a time, and only if the column is selected.
 */
interface StreamedColumn {
  kind: 'streamed';
  /** names in the database */
  needs: readonly string[];
  text(stored: StoredValues): AsyncIterable<string>;
  /**
   * Whether a list includes it. A list also leaves it out, as null, once it has enough of
   * them (rows-json.ts). A request for one row, with `<key>=eq.`, always gets it.
   */
  inList(stored: StoredValues): boolean;
}

export type RestColumn = StoredColumn | ComputedColumn | StreamedColumn;

/** The keys, UUIDs, of the rows of an owner that contain a text. */
export type RestSearch = (accountId: string, text: string) => Promise<string[]>;

/** How owners change their single row of a table. */
interface RestWrite {
  /** the only accepted conflict target, by its API name */
  onConflict: string;
  /**
   * Changes the caller's own row. `row` is the unvalidated JSON object from the request. With `dryRun`
   * (resolution=ignore-duplicates) it changes nothing. Throws RestError.
   */
  upsert(session: Session, row: Readonly<Record<string, unknown>>, dryRun: boolean): Promise<void>;
}

/**
 * A table of /rest/v1, passed to `mountRest` by its feature. Only names, types and operators defined here
 * reach the SQL. The owner condition is always added, so callers see only the rows of their own account.
 *
 * Example: `{ name: 'tasks', scope: 'read', from: 'tasks', owner: 'account_id', key: 'id', columns: {
 * creditsused: { kind: 'stored', type: 'integer', from: 'credits_used' }, result: { kind: 'streamed', needs: ['id', 'total'],
 * text: … } } }`.
 */
export interface RestTable {
  /** its API name */
  name: string;
  /** what an API key needs to read it; keys never write */
  scope: ApiScope | 'none';
  /** the stored table */
  from: keyof Tables;
  /** the stored column with the owner's account id */
  owner: string;
  /** the API name of the unique column, which every sort order ends with so that pages are stable */
  key: string;
  /**
   * Texts to search, by API name. They can only be filtered, with `cs.` (contains). Each returns the keys of the
   * owner's rows that contain a text, and reads them in steps (database-turns.ts).
   */
  searches?: Readonly<Record<string, RestSearch>>;
  /** What computed columns need besides stored ones, in SQL for a row of the table. No name is that of a stored column. */
  expressions?: Readonly<Record<string, RawBuilder<unknown>>>;
  /** in the order of `select=*` */
  columns: Readonly<Record<string, RestColumn>>;
  write?: RestWrite;
  /** How often an account can search, and get a streamed column that is too large for a list. None if left out. */
  limits?: { search: RateLimit; file: RateLimit };
}
