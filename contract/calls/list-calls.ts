import { z } from 'zod';
import { type Call, call } from '../call.ts';
import { ColumnConditions } from '../column-conditions.ts';
import { XLSX_TYPE } from '../file-types.ts';
import { LeadSaveInput, LeadSaveView } from '../lead-saves.ts';
import { LeadDatabase } from '../leads.ts';
import { LEAD_FILTERS_MAX_BYTES, ROW_ID_MAX, SELECTED_ROWS_MAX } from '../limits.ts';
import { ColumnName } from '../list-columns.ts';
import { LeaveOutQuery, LeftOutBy } from '../list-exclusions.ts';
import { ExportCount, ExportOptions, ExportShape, ListExport } from '../list-exports.ts';
import { ListColumns, ListName, ListQuote, ListRow, ListSearch, ListStorage, ListView } from '../lists.ts';
import { SelectedRows } from '../selected-rows.ts';
import { StartCap } from '../start-cap.ts';
import { SaveTarget, StartSave } from '../start-save.ts';
import { StartWebhook } from '../start-webhook.ts';
import { TaskRowFilter } from '../task-csv.ts';
import { TaskOptions, TaskType, TaskView } from '../tasks.ts';
import { RemovalEdit } from './list-table-calls.ts';

const EXAMPLE_LIST = '1b4e28ba-2fa1-41d2-883f-0016d3cca427';
const EXAMPLE_EXPORT = '9c8e7b4a-6a55-4c0e-8d5e-2f0d3b7a1e42';
const EXAMPLE_TASK = '3f1c2b9e-5d0a-4c1e-9a57-2b8e6f0d4a11';
const ListId = z.object({ id: z.uuid() });
/** Which rows of a list are wanted. A row must match all that is given. */
const ListRowFilter = {
  search: ListSearch,
  /** conditions on columns of the list, by their names */
  where: ColumnConditions.refine(
    (conditions) => conditions.every(({ fields }) => fields.length === 1),
    'A condition on a list has one column in its fields.',
  ).optional(),
};
/** Also only the rows with these IDs. */
const ListRowSelection = {
  ...ListRowFilter,
  selected: SelectedRows.optional(),
  /** exclusion lists whose people and companies are left out, by their IDs: `id,id`. Default: none */
  leaveOut: LeaveOutQuery.optional(),
};

/** How a call gives out entries with a time, latest first. Without `limit`: all. */
const PageByTime = {
  /** the `next` of the page before */
  after: z.string().max(600).optional(),
  limit: z.coerce.number().int().min(1).max(200).optional(),
};
/** pass as `after` to get the next page; null at the end */
const NextByTime = z.string().nullable();

/** What was saved to a list. */
const SavedRows = z.object({
  list: ListView,
  added: z.int().nonnegative(),
  updated: z.int().nonnegative(),
  /** rows left out, because their people or companies opted out */
  refused: z.int().nonnegative(),
  /** the `edit` of the request; null if there is nothing to undo, or the list is new. Earlier servers don't say it */
  edit: z.uuid().nullable().default(null),
});
/** A new UUID with which list-undo undoes the save, for 30 days. It keeps new columns, and a new list. */
const SaveEdit = z.uuid().optional();

/** Saved lists: rows that the extensions sent, and saved results of tasks. */
export const LIST_CALLS = {
  lists: call({
    name: 'lists',
    method: 'GET',
    scope: 'read',
    summary:
      'List your lists, last changed first, and what they fill: all, or with `limit` a page of them. For the next page, pass `next` as `after`. `order=created` has the newest first, and a change moves none of them.',
    input: z.object({ ...PageByTime, order: z.enum(['changed', 'created']).default('changed') }),
    reply: z.object({ lists: z.array(ListView), storage: ListStorage, next: NextByTime }),
  }),
  listRows: call({
    name: 'list-rows',
    method: 'GET',
    scope: 'read',
    summary:
      'Get the rows of a list, with search, filters, sort and pages. For the next page, pass `next` as `after`. Default order: last added first. `where` is a JSON list of conditions on columns, as in task-csv.',
    example: { id: EXAMPLE_LIST },
    input: z.object({
      id: z.uuid(),
      ...ListRowFilter,
      leaveOut: LeaveOutQuery.optional(),
      /** a column of the list */
      sort: z.string().max(500).optional(),
      direction: z.enum(['asc', 'desc']).default('asc'),
      /** without `sort`: last added first, or first added first */
      order: z.enum(['latest', 'added']).default('latest'),
      /** the first page is 1 */
      page: z.coerce.number().int().min(1).max(100_000).default(1),
      /** instead of `page`: the `next` of the page before, with which no row is missed or repeated while others are added */
      after: z.string().max(40).optional(),
      limit: z.coerce.number().int().min(1).max(200).default(50),
    }),
    reply: z.object({
      list: ListView,
      rows: z.array(ListRow),
      /** rows that match the search and the conditions */
      total: z.int().nonnegative(),
      /** rows that match, but that exclusion lists leave out */
      leftOut: z.int().nonnegative(),
      leftOutBy: LeftOutBy,
      /** pass as `after` to get the next page; null at the end */
      next: z.string().nullable(),
    }),
  }),
  listCsv: call({
    name: 'list-csv',
    method: 'GET',
    scope: 'read',
    summary:
      'Download the rows of a list as a file: all, those that match `search` and `where`, or those with the IDs in `selected`, such as `12-20,31`. `columns` is a JSON list of column IDs. `preset` has the headers of a tool’s import. `mark` remembers the export by a name, and `since` has only rows that are new or changed since the last one with that name, or all if there is none: `list-exports` has the names. With `confirm`, a new UUID, the export is remembered only when you call `list-export-confirm` with it, so a file that you lost can be fetched again. `list-export-count` says which rows the file lacks, and why.',
    example: { id: EXAMPLE_LIST, format: 'csv' },
    input: z.object({ id: z.uuid(), ...ListRowSelection, ...ExportOptions }),
    reply: z.string(),
    replyKind: 'csv',
    otherTypes: [XLSX_TYPE, 'text/tab-separated-values', 'application/jsonl'],
  }),
  listExportCount: call({
    name: 'list-export-count',
    method: 'GET',
    scope: 'read',
    summary:
      'How many rows a file of a list has with these options of `list-csv`, and how many of the chosen ones it lacks, by reason. Call it before you confirm an export that `since` names.',
    example: { id: EXAMPLE_LIST, preset: 'instantly' },
    input: z.object({ id: z.uuid(), ...ListRowSelection, ...ExportShape }),
    reply: ExportCount,
  }),
  listExports: call({
    name: 'list-exports',
    method: 'GET',
    scope: 'read',
    summary:
      'The exports of a list that were remembered with `mark`, last one first. With `search`, `where` and `leaveOut`: those that had the rows of this filter, which are its own and those of all rows. With `limit`, a page of them: pass `next` as `after` for the next one.',
    example: { id: EXAMPLE_LIST },
    input: z.object({ id: z.uuid(), ...ListRowFilter, leaveOut: LeaveOutQuery.optional(), ...PageByTime }),
    reply: z.object({ exports: z.array(ListExport), next: NextByTime }),
  }),
  listExportConfirm: call({
    name: 'list-export-confirm',
    method: 'POST',
    scope: 'read',
    summary:
      'Remember an export that was fetched with `mark` and `confirm`, when its file is safe. Repeating it changes nothing.',
    example: { id: EXAMPLE_LIST, confirm: EXAMPLE_EXPORT },
    input: z.object({ id: z.uuid(), confirm: z.uuid() }),
    reply: z.object({}),
  }),
  listExportDate: call({
    name: 'list-export-date',
    method: 'POST',
    scope: 'run',
    summary:
      'Write the date of an export into a column of the rows that it had. Call it after `list-csv` with the same parameters, and before `list-export-confirm` if you use `confirm`, which an export needs whose `since` is its own `mark`. The column is created if the list has none with this name. The rows don’t count as changed, so `since` doesn’t have them again.',
    example: { id: EXAMPLE_LIST, column: 'Exported on', mark: 'hubspot' },
    input: z.object({
      id: z.uuid(),
      ...ListRowSelection,
      ...ExportOptions,
      /** the name of a column that no step fills */
      column: ColumnName,
      /** such as 2026-11-27; default: today in UTC */
      date: z.iso.date().optional(),
    }),
    reply: z.object({
      list: ListView,
      /** identifies the change for list-undo */
      edit: z.uuid(),
      /** rows that have the date now */
      rows: z.int().nonnegative(),
    }),
  }),
  listRename: call({
    name: 'list-rename',
    method: 'POST',
    scope: 'none',
    summary: 'Rename a list.',
    input: z.object({ id: z.uuid(), name: ListName }),
    reply: ListView,
  }),
  listDelete: call({
    name: 'list-delete',
    method: 'POST',
    scope: 'none',
    summary: 'Delete a list and its rows.',
    input: ListId,
    reply: z.object({}),
  }),
  listDeleteRows: call({
    name: 'list-delete-rows',
    method: 'POST',
    scope: 'none',
    summary:
      'Delete rows of a list: those with the IDs in `rows`, or with `all: true` all that match `search`, `where` and `leaveOut`, as in list-rows. list-undo brings them back for 30 days. With `edit`, a new UUID, also if the reply is lost.',
    input: z
      .object({
        id: z.uuid(),
        rows: z.array(z.int().positive().max(ROW_ID_MAX)).min(1).max(SELECTED_ROWS_MAX).optional(),
        all: z.literal(true).optional(),
        ...ListRowFilter,
        leaveOut: LeaveOutQuery.optional(),
        edit: RemovalEdit.optional(),
      })
      .refine(
        ({ rows, all }) => (rows === undefined) === (all === true),
        'Send either `rows` or `all: true`.',
      )
      .refine(
        ({ rows, search, where, leaveOut }) => rows === undefined || (!search && !where && !leaveOut),
        'Don’t combine `rows` with `search`, `where` or `leaveOut`.',
      ),
    reply: z.object({
      /** the list without them */
      list: ListView,
      /** how many were deleted; earlier servers don't say it */
      rows: z.int().nonnegative().optional(),
      /** identifies the deletion for list-undo; null if no row was there */
      edit: z.uuid().nullable(),
    }),
  }),
  listQuote: call({
    name: 'list-quote',
    method: 'POST',
    scope: 'read',
    summary:
      'What a task of a tool with the rows of a list would work through and cost at most. Without `columns`, they are preselected.',
    input: z.object({
      id: z.uuid(),
      type: TaskType,
      columns: ListColumns.optional(),
      options: TaskOptions.optional(),
      ...ListRowSelection,
    }),
    example: { id: EXAMPLE_LIST, type: 'website-extraction' },
    reply: ListQuote,
  }),
  listStart: call({
    name: 'list-start',
    method: 'POST',
    scope: 'run',
    summary: 'Start a task of a tool with the rows of a list. Returns the task.',
    costs: true,
    input: z.object({
      id: z.uuid(),
      type: TaskType,
      columns: ListColumns,
      /** what the tool of a list says in `tools`, such as `{"people":"true"}` */
      options: TaskOptions.optional(),
      ...ListRowSelection,
      cap: StartCap.optional(),
      saveTo: StartSave.optional(),
      webhook: StartWebhook.optional(),
    }),
    example: { id: EXAMPLE_LIST, type: 'website-extraction', columns: { website: 'Website' } },
    reply: TaskView,
    accepted: 'always',
  }),
  listSaveTask: call({
    name: 'list-save-task',
    method: 'POST',
    scope: 'run',
    summary:
      'Save the results of a task to a list: all rows, or only those with data. `show`, `q`, `where` and `selected` choose some of them, as in task-csv. A list with this name is added to. Saving again updates the rows. `per: person` saves a row for each person that website extraction found, and `perCompany` at most so many of each website, those with an email first. With `edit`, a new UUID, list-undo undoes what it changed in a list that was there.',
    input: z.object({ taskId: z.uuid(), ...SaveTarget.shape, ...TaskRowFilter.shape, edit: SaveEdit }),
    example: { taskId: EXAMPLE_TASK, name: 'Bakeries in Ohio' },
    reply: SavedRows.extend({
      /** Rows that were left out because they are larger than 100 KB. */
      tooLarge: z.int().nonnegative(),
    }),
  }),
  listSaveRows: call({
    name: 'list-save-rows',
    method: 'POST',
    scope: 'run',
    summary:
      'Save the rows of a list to another list: all, or those that `search`, `where` and `selected` choose, as in list-csv. A list with this name is added to, if its rows come from the same source. Saving again updates the rows. With `edit`, a new UUID, list-undo undoes what it changed in a list that was there.',
    input: z.object({ id: z.uuid(), name: ListName, ...ListRowSelection, edit: SaveEdit }),
    example: { id: EXAMPLE_LIST, name: 'Bakeries in Ohio' },
    reply: SavedRows.extend({
      /** rows that the lists of `leaveOut` left out; earlier servers don't say it */
      leftOutBy: LeftOutBy.optional(),
    }),
  }),
  listSaveLeads: call({
    name: 'list-save-leads',
    method: 'POST',
    scope: 'export',
    summary:
      'Save the leads that match filters to a list. It costs the same as an export, and takes the same options. Returns at once; `list-lead-save` has the progress. A list with this name is added to.',
    costs: true,
    maxBodyBytes: LEAD_FILTERS_MAX_BYTES,
    input: LeadSaveInput,
    example: { database: 'apollo', filters: { hasEmail: true }, first: 100, name: 'Leads in Ohio' },
    reply: LeadSaveView,
    accepted: 'always',
  }),
  listLeadSave: call({
    name: 'list-lead-save',
    method: 'GET',
    scope: 'read',
    summary: 'Get the progress and the result of saving leads to a list.',
    input: ListId,
    example: { id: EXAMPLE_LIST },
    reply: LeadSaveView,
  }),
  listLeadTools: call({
    name: 'list-lead-tools',
    method: 'GET',
    scope: 'read',
    summary: 'The tools that can start with a list of leads from a lead database.',
    input: z.object({ database: LeadDatabase }),
    example: { database: 'apollo' },
    reply: z.object({ tools: ListView.shape.tools }),
  }),
} as const satisfies Record<string, Call>;
