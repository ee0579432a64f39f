import type { Session } from '../http/context.ts';
import type { Tables } from '../platform/tables.ts';

/** How a filter's text becomes a value, and what is compared. JSON columns are shown only. */
export type ColumnType = 'uuid' | 'text' | 'integer' | 'boolean' | 'timestamp' | 'json';

/** A column that stands in the database: it can be selected, filtered (JSON not) and ordered by. */
export interface StoredColumn {
  kind: 'stored';
  type: ColumnType;
  /** its name in the database; what the wire calls it is its key in `columns` */
  from: string;
}

/** Values of the stored columns a computed column asked for by `needs`, under their names in the database. */
export type StoredValues = Readonly<Record<string, unknown>>;

/** A column made from stored ones after they were read: it can be selected only. */
interface ComputedColumn {
  kind: 'computed';
  /** names in the database */
  needs: readonly string[];
  value(stored: StoredValues): unknown;
}

/**
 * A column whose JSON text is made in pieces while it is sent, for values too large to hold. The pieces of one row make one
 * JSON value; rows are asked for one after the other. It is called only when the column is selected.
 */
interface StreamedColumn {
  kind: 'streamed';
  /** names in the database */
  needs: readonly string[];
  /** `byKey`: the request names one row by `<key>=eq.`, else the row is one of a list. */
  text(stored: StoredValues, ask: { byKey: boolean }): AsyncIterable<string>;
}

export type RestColumn = StoredColumn | ComputedColumn | StreamedColumn;

/** How the owner changes their one row of a table. */
interface RestWrite {
  /** the only conflict target taken, a name of the wire */
  onConflict: string;
  /**
   * Changes the caller's own row. `row` is the caller's JSON object, unchecked. Throws RestError; changes nothing when
   * `dryRun` (resolution=ignore-duplicates).
   */
  upsert(session: Session, row: Readonly<Record<string, unknown>>, dryRun: boolean): Promise<void>;
}

/**
 * A table of /rest/v1, given to `mountRest` by its feature. Names, types and operators are looked up here and nothing else
 * reaches the SQL; the owner condition is always added, so a caller sees rows of their own account only.
 *
 * Example: `{ name: 'tasks', from: 'tasks', owner: 'account_id', key: 'id', columns: { creditsused: { kind: 'stored', type:
 * 'integer', from: 'credits_used' }, result: { kind: 'streamed', needs: ['id', 'total'], text: … } } }`.
 */
export interface RestTable {
  /** what the wire calls it */
  name: string;
  /** the stored table */
  from: keyof Tables;
  /** the stored column with the owner's account id */
  owner: string;
  /** the wire's name of the column that names one row; it is the last key of every order, so that pages are stable */
  key: string;
  /** in the order `select=*` shows them */
  columns: Readonly<Record<string, RestColumn>>;
  write?: RestWrite;
}
