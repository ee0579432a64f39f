import type { IndexQuery } from './list-columns.ts';

/** How far a list is known: its versions (`lists.version`, `lists.deleted_version`, `lists.reread_version`). */
export interface ListState {
  version: number;
  deletedVersion: number;
  /** that of the last change that rows have no version of; default: none */
  rereadVersion?: number;
}

/** What the index says to a request. */
export type OpenListsReply =
  | { kind: 'found'; ids: number[]; total: number }
  /** what must be read first: from a state on, or the rows after an ID too; nothing is known without `from` */
  | { kind: 'behind'; from: (ListState & { after: number | null }) | null }
  | { kind: 'done' }
  /** the list isn't open, any more or at all */
  | { kind: 'closed' }
  /** the index can't answer this query */
  | { kind: 'unanswerable' }
  /** no room beside the lists that others use, or not even without them */
  | { kind: 'no-room' }
  | { kind: 'too-large' };

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
