import { z } from 'zod';
import { type Call, call } from '../call.ts';
import { ROW_ID_MAX } from '../limits.ts';
import { ColumnId, ColumnName, ColumnRole, ColumnType, LIST_COLUMNS_MAX } from '../list-columns.ts';
import { Excludes } from '../list-exclusions.ts';
import { SavedView, ViewName } from '../list-views.ts';
import { ListName, ListRow, ListView } from '../lists.ts';

const EXAMPLE_LIST = '1b4e28ba-2fa1-41d2-883f-0016d3cca427';
/** Rows of one request. A longer list is sent in several. */
export const ADDED_ROWS_MAX = 500;
export const EDITED_CELLS_MAX = 5000;
/** Rows that requests with the same `edit` can send. */
export const IMPORTED_EDIT_ROWS_MAX = 5000;
export const ADDED_VALUE_MAX_CHARS = 10_000;
export const ADDED_VALUE_TOO_LONG = `A value can have ${ADDED_VALUE_MAX_CHARS.toLocaleString('en-US')} characters at most.`;
/** What a tool puts into a cell can be longer than what a person types. */
const STORED_CELL_MAX_CHARS = 100_000;
/** Rows or cells of one request, with the names of their columns. */
const ROWS_MAX_BYTES = 4 * 1024 * 1024;

/** What adding rows does with rows that are there: replaces their values, fills only their empty cells, or nothing. */
export const ExistingRows = z.enum(['update', 'fill', 'keep']);
export type ExistingRows = z.infer<typeof ExistingRows>;

const CellText = z.string().max(ADDED_VALUE_MAX_CHARS, ADDED_VALUE_TOO_LONG);

/** The values of a row by column, by its ID or its name in any case. */
const RowValues = z.record(z.string().max(500), CellText);

const NewColumn = z.object({
  name: ColumnName,
  type: ColumnType.optional(),
  role: ColumnRole.nullable().optional(),
});

/** What a person changed at once, and can undo. */
const Edited = z.object({
  list: ListView,
  /** identifies the edit for list-undo */
  edit: z.uuid(),
  /** the rows that changed, and new ones, with all their values */
  rows: z.array(ListRow),
  /** what was left out, such as people who opted out: changes of a row by its ID, added rows by their position in the request */
  refused: z.array(
    z.object({
      row: z.int().positive().nullable(),
      added: z.int().nonnegative().nullable(),
      reason: z.string(),
      /** of an undo: undo the later deletion of another row first, and then this edit again */
      waits: z.literal(true).optional(),
    }),
  ),
  /** deleted rows that came back, and what is different, such as values of columns that were deleted since */
  notes: z.array(z.object({ row: z.int().positive(), text: z.string() })),
  /** changes that were left out because the cell had another value than their `before`; `rows` has it */
  conflicts: z.array(z.object({ row: z.int().positive(), column: ColumnId })),
});

/** The ID that the edit of a deletion or merge gets. Each has its own. Default: a new one. */
export const RemovalEdit = z.uuid();

/** Lists as tables: rows from anywhere, and their columns and values. */
export const LIST_TABLE_CALLS = {
  listCreate: call({
    name: 'list-create',
    method: 'POST',
    scope: 'run',
    takesKey: true,
    summary:
      'Create an empty list with columns. Rows with the same value in the key column are one row: adding it again updates it.',
    input: z.object({
      name: ListName,
      columns: z.array(NewColumn).min(1, 'A list needs a column.').max(LIST_COLUMNS_MAX),
      /** the name of one of the columns */
      keyColumn: ColumnName.nullable().default(null),
      /** makes it an exclusion list, as list-set-exclusion does */
      excludes: Excludes.optional(),
    }),
    example: {
      name: 'Bakeries in Ohio',
      columns: [{ name: 'Company' }, { name: 'Website', role: 'website' }],
      keyColumn: 'Website',
    },
    reply: ListView,
  }),
  listAddRows: call({
    name: 'list-add-rows',
    method: 'POST',
    scope: 'run',
    takesKey: true,
    summary:
      'Add rows to a list, up to 500 at a time. A row whose key is known updates that row; empty values and results stay. With `existing: fill`, only its empty cells are filled, and with `keep`, it stays as it is and the row is in `refused`. Unknown columns are added. With `edit`, a new UUID, list-undo undoes the import for 30 days, but keeps new columns; requests with the same one are one edit, of up to 5,000 rows. With an Idempotency-Key, a repeated request adds nothing twice and gets the first reply.',
    maxBodyBytes: ROWS_MAX_BYTES,
    input: z.object({
      id: z.uuid(),
      rows: z.array(RowValues).min(1).max(ADDED_ROWS_MAX),
      existing: ExistingRows.default('update'),
      edit: z.uuid().optional(),
    }),
    example: { id: EXAMPLE_LIST, rows: [{ Company: 'Acme', Website: 'acme.com' }] },
    reply: z.object({
      list: ListView,
      added: z.int().nonnegative(),
      updated: z.int().nonnegative(),
      /** rows that were left out, by their position in the request */
      refused: z.array(z.object({ row: z.int().nonnegative(), reason: z.string() })),
      /** the `edit` of the request; null if there is nothing to undo. Earlier servers don't say it */
      edit: z.uuid().nullable().default(null),
    }),
  }),
  listEdit: call({
    name: 'list-edit',
    method: 'POST',
    scope: 'run',
    takesKey: true,
    summary:
      'Change values of a list, and add rows at its end. An empty text removes a value. A value that you typed is never overwritten by a step. With `before`, a change of a cell that someone else changed meanwhile is left out. With an Idempotency-Key, a repeated request goes on where the first one stopped. If only a part could be saved, `details.edit` of the error undoes it.',
    maxBodyBytes: ROWS_MAX_BYTES,
    input: z
      .object({
        id: z.uuid(),
        changes: z
          .array(
            z.object({
              row: z.int().positive().max(ROW_ID_MAX),
              column: ColumnId,
              value: CellText,
              /** the value that it replaces; empty for none. A cell with another one stays. */
              before: z.string().max(STORED_CELL_MAX_CHARS).optional(),
            }),
          )
          .max(EDITED_CELLS_MAX)
          .default([]),
        add: z.array(RowValues).max(ADDED_ROWS_MAX).default([]),
      })
      .refine(({ changes, add }) => changes.length + add.length > 0, 'There is nothing to change.'),
    example: { id: EXAMPLE_LIST, changes: [{ row: 12, column: 'Website', value: 'acme.com' }] },
    reply: Edited,
  }),
  listUndo: call({
    name: 'list-undo',
    method: 'POST',
    scope: 'run',
    summary:
      'Undo an edit, an import with an `edit`, a deletion of rows or a merge of the last 30 days: values are as before, added rows are gone, and deleted ones are back. What was changed since stays, and `refused` names its rows; `notes` names rows that lack something. Returns an edit that undoes this one; it doesn’t bring added rows back or delete rows again, so do that again. `rows` has the first 500 that came back. After an error, `details.back` of deleted rows are back; the same call goes on.',
    input: z.object({ id: z.uuid(), edit: z.uuid() }),
    example: { id: EXAMPLE_LIST, edit: '6f0d4a11-5d0a-4c1e-9a57-2b8e3f1c2b9e' },
    reply: Edited,
  }),
  listSetExclusion: call({
    name: 'list-set-exclusion',
    method: 'POST',
    scope: 'run',
    summary:
      'Make a list an exclusion list: its people, or also everyone at their companies, can be left out of other lists, runs and files. null makes it an ordinary list again.',
    input: z.object({ id: z.uuid(), excludes: Excludes.nullable() }),
    example: { id: EXAMPLE_LIST, excludes: 'companies' },
    reply: ListView,
  }),
  listSaveView: call({
    name: 'list-save-view',
    method: 'POST',
    scope: 'run',
    summary:
      'Save which rows and columns of a list are shown, under a name. A view with this name is replaced.',
    input: z.object({ id: z.uuid(), view: SavedView }),
    example: {
      id: EXAMPLE_LIST,
      view: { name: 'No email yet', where: [{ fields: ['Email'], is: 'empty' }] },
    },
    reply: ListView,
  }),
  listDeleteView: call({
    name: 'list-delete-view',
    method: 'POST',
    scope: 'run',
    summary: 'Delete a saved view of a list. Its rows stay.',
    input: z.object({ id: z.uuid(), name: ViewName }),
    example: { id: EXAMPLE_LIST, name: 'No email yet' },
    reply: ListView,
  }),
  listMergeDuplicates: call({
    name: 'list-merge-duplicates',
    method: 'POST',
    scope: 'run',
    summary:
      'Count the rows that repeat another one in these columns, and merge them with `merge: true`: the first row stays and takes what it lacks. list-undo undoes it for 30 days. With `edit`, a new UUID, also if the reply is lost.',
    input: z.object({
      id: z.uuid(),
      columns: z.array(ColumnId).min(1, 'Choose a column.').max(5),
      merge: z.boolean().default(false),
      edit: RemovalEdit.optional(),
    }),
    example: { id: EXAMPLE_LIST, columns: ['Email'] },
    reply: z.object({
      list: ListView,
      /** rows that repeat another one; after merging, they are gone */
      duplicates: z.int().nonnegative(),
      /** identifies the merge for list-undo; null if nothing was merged */
      edit: z.uuid().nullable(),
    }),
  }),
  listChangeColumns: call({
    name: 'list-change-columns',
    method: 'POST',
    scope: 'run',
    summary:
      'Add, rename, reorder and delete columns of a list, and say what they are about. A column that a step reads or a view filters by can’t be deleted.',
    input: z.object({
      id: z.uuid(),
      add: z.array(NewColumn).max(LIST_COLUMNS_MAX).default([]),
      change: z
        .array(
          z.object({
            id: ColumnId,
            name: ColumnName.optional(),
            type: ColumnType.optional(),
            role: ColumnRole.nullable().optional(),
          }),
        )
        .max(LIST_COLUMNS_MAX)
        .default([]),
      /** IDs of columns, in their new order; the others follow */
      order: z.array(ColumnId).max(LIST_COLUMNS_MAX).optional(),
      delete: z.array(ColumnId).max(LIST_COLUMNS_MAX).default([]),
      /** the ID of the column whose value identifies a row; null for none */
      keyColumn: ColumnId.nullable().optional(),
    }),
    example: { id: EXAMPLE_LIST, change: [{ id: 'Website', role: 'website' }] },
    reply: ListView,
  }),
} as const satisfies Record<string, Call>;
