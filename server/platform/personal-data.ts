import type { Database } from './database/db.ts';
import type { Tables } from './database/tables.ts';
import type { ServerSecrets } from './server-secrets.ts';

/** What reading an account's data needs: `secrets` are for the check of the opt-out list. */
export interface PersonalDataDeps {
  database: Database;
  secrets: ServerSecrets;
}

/**
 * A field added to each exported row. `json` yields the JSON text of its value in chunks, or nothing to omit
 * it.
 */
export interface AddedField {
  field: string;
  json(deps: PersonalDataDeps, rowKey: string): AsyncIterable<string>;
  /** Those of some rows that can have it, so that the others cost no statement each. Default: all. */
  among?(deps: PersonalDataDeps, rowKeys: readonly string[]): Promise<ReadonlySet<string>>;
}

/** A table whose rows belong to an account (`account_id`) and are deleted with it. */
export interface PersonalTable {
  kind: 'table';
  table: keyof Tables;
  /** name of the list in the exported file */
  name: string;
  /** unique column that orders the rows */
  key: string;
  /** columns that aren't exported; `account_id` is always omitted */
  omit: readonly string[];
  fields?: readonly AddedField[];
  many?: ManyRows;
}

/** A table of which an account can have many rows. They are deleted in steps before the account. */
export interface ManyRows {
  /** tables whose rows belong to one of its rows; `column` refers to its key */
  parts?: readonly { table: keyof Tables; column: string; key: string }[];
}

/** A field that another folder adds to the rows of the table `of`. */
export interface PersonalField extends AddedField {
  kind: 'field';
  of: keyof Tables;
  /** The same as texts by their fields, of any size: a search for a person reads them without the way through JSON. */
  texts(deps: PersonalDataDeps, rowKey: string): Promise<Record<string, string>>;
}

/** A table with an account_id that isn't exported. Its rows are still deleted with the account. */
export interface NotExported {
  kind: 'not-exported';
  table: keyof Tables;
  reason: string;
  many?: ManyRows;
}

/** The personal data of a folder, declared in its personal-data.ts. Account export and deletion use it. */
export type PersonalData = PersonalTable | PersonalField | NotExported;
