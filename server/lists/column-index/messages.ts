import type { IndexQuery } from './list-columns.ts';
import type { ListState, OpenListsReply } from './open-lists.ts';

/** What the thread of the column index is asked to do. */
export type IndexRequest =
  /** answers a query if the list is known as it is now */
  | { kind: 'find'; list: string; now: ListState; query: IndexQuery; offset: number; limit: number }
  /** starts to read a list. `rows` and `bytes`: about how many it has in the database */
  | { kind: 'open'; list: string; account: string; at: ListState; rows: number; bytes: number }
  /**
   * `rows`: lines, each an IndexedRow as JSON, in the order of their IDs. `after`: the ID up to which all rows are read, null for
   * the whole list; undefined for rows that changed.
   */
  | { kind: 'put'; list: string; rows: string; after?: number | null }
  /** the rows with IDs after `from` and up to `to` are these; a JSON list */
  | { kind: 'keep'; list: string; from: number; to: number; ids: string }
  /** all changes up to this state are read */
  | { kind: 'settle'; list: string; at: ListState };

export interface ToThread {
  id: number;
  request: IndexRequest;
}

export interface FromThread {
  id: number;
  reply?: OpenListsReply;
  /** why it failed */
  error?: string;
}
