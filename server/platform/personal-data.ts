import type { Db } from './db.ts';
import type { Tables } from './tables.ts';

/**
 * A field added to each exported row. `json` yields the JSON text of its value, and nothing to omit the
 * field.
 */
interface AddedField {
  field: string;
  json(db: Db, rowKey: string): AsyncIterable<string>;
}

/** A table whose rows belong to one account each (`account_id`), and go with it. */
export interface PersonalTable {
  kind: 'table';
  table: keyof Tables;
  /** name of the list in the exported file */
  name: string;
  /** unique column that orders the rows */
  key: string;
  /** columns that only the server needs; `account_id` is always left out */
  omit: readonly string[];
  fields?: readonly AddedField[];
}

/** A field that another noun adds to the rows of `of`. */
export interface PersonalField extends AddedField {
  kind: 'field';
  of: keyof Tables;
}

/** A table with an account_id that is not exported. It is deleted with the account all the same. */
export interface NotExported {
  kind: 'not-exported';
  table: keyof Tables;
  reason: string;
}

/**
 * The personal data of a noun, declared in its personal-data.ts. Account export and deletion use these
 * declarations.
 */
export type PersonalData = PersonalTable | PersonalField | NotExported;
