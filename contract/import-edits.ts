import { ADDED_ROWS_MAX, IMPORTED_EDIT_ROWS_MAX } from './calls/list-table-calls.ts';

/** Rows of an import that are one edit: the last part that begins in it can have all that a request has. */
const EDIT_ROWS = IMPORTED_EDIT_ROWS_MAX - ADDED_ROWS_MAX;

/** IDs for the edits of an import of so many rows, with which list-undo undoes it. */
export function newEdits(rows: number): string[] {
  return Array.from({ length: Math.ceil(rows / EDIT_ROWS) }, () => crypto.randomUUID());
}

/** The edit of a part that begins after so many rows; undefined if there are no edits. */
export function editAt(edits: readonly string[], sent: number): string | undefined {
  return edits[Math.floor(sent / EDIT_ROWS)];
}
