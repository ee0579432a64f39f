import { z } from 'zod';
import { COLLECT_LIST_NAME_MAX_CHARS, COLLECT_SITES } from './collect-sites.ts';
import { LeadDatabase } from './leads.ts';
import { CellState } from './list-cells.ts';
import { ListColumn } from './list-columns.ts';
import { Excludes } from './list-exclusions.ts';
import { ListStep } from './list-steps.ts';
import { SavedView } from './list-views.ts';
import { TaskOptions, TaskType } from './tasks.ts';

/** Where the rows of a list come from: one extension, results of one tool, one lead database, or the account itself. */
export const ListSource = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('extension'), site: z.enum(COLLECT_SITES) }),
  z.object({ kind: z.literal('task'), type: TaskType }),
  z.object({ kind: z.literal('leads'), database: LeadDatabase }),
  /** rows of the account's own: files, pasted tables, programs */
  z.object({ kind: z.literal('own') }),
]);
export type ListSource = z.infer<typeof ListSource>;

export const ListName = z
  .string()
  .trim()
  .min(1, 'Enter a name for the list.')
  .max(COLLECT_LIST_NAME_MAX_CHARS, `A name can have ${COLLECT_LIST_NAME_MAX_CHARS} characters at most.`);

/** The text that a row must contain, in any column. Upper and lower case and accents are the same. */
export const ListSearch = z.string().trim().max(200).default('');

/**
 * Why the new rows of a list that runs by itself wait: its credits of the month, the credits of the account, or the budget of the
 * API key that pays are used up; the account has no room for the results of another run, which is tried again every hour;
 * someone stopped or undid a run; or all access to the account was ended. The last three also end when the run of new rows is
 * turned on again.
 */
export const AutoWait = z.enum(['cap', 'credits', 'budget', 'storage', 'stopped', 'access']);
export type AutoWait = z.infer<typeof AutoWait>;

/** A list of the account. Times are ISO 8601 in UTC. */
export const ListView = z.object({
  id: z.uuid(),
  /** unique among the lists of the account with the same source */
  name: z.string(),
  source: ListSource,
  /** the IDs of the columns, in the order of the table and of files */
  columns: z.array(z.string()),
  /** the columns in the same order, with names and types */
  fields: z.array(ListColumn),
  /** what fills columns */
  steps: z.array(ListStep),
  views: z.array(SavedView),
  /** whom an exclusion list leaves out of other lists; null for an ordinary list */
  excludes: Excludes.nullable(),
  /** credits a month for runs that the list starts by itself when it has new rows; null: it starts none */
  autoCap: z.int().nonnegative().nullable(),
  /** why its new rows wait; null: they don't */
  autoWait: AutoWait.nullable(),
  /**
   * Formulas and clean names are being computed, because a step changed: up to the row with the ID `after`, so far in so many
   * rows. null: in all
   */
  computing: z.object({ after: z.int().nonnegative(), rows: z.int().nonnegative() }).nullable(),
  /** the column whose value identifies a row in imports; null for none */
  keyColumn: z.string().nullable(),
  /** grows with each change of the rows */
  version: z.int().nonnegative(),
  rows: z.int().nonnegative(),
  bytes: z.int().nonnegative(),
  /** rows that were removed or lost a contact, because people or companies opted out */
  optedOut: z.int().nonnegative(),
  createdAt: z.string(),
  updatedAt: z.string(),
  /**
   * Tools that can start with the columns of this list; `action` is the label of a button. `options`: what it starts with, for a
   * tool that does several things, and `note` what to know about that.
   */
  tools: z.array(
    z.object({
      type: TaskType,
      action: z.string(),
      options: TaskOptions.optional(),
      note: z.string().optional(),
    }),
  ),
});
export type ListView = z.infer<typeof ListView>;

/** A row of a list. `values` are texts by column; a column without a value is missing. */
export const ListRow = z.object({
  id: z.int().positive(),
  values: z.record(z.string(), z.string()),
  /** what happened in each step of the list, by its ID; a step that never worked in the row is missing */
  states: z.record(z.string(), CellState).optional(),
  addedAt: z.string(),
  updatedAt: z.string(),
});
export type ListRow = z.infer<typeof ListRow>;

/** What the lists of an account fill. */
export const ListStorage = z.object({
  lists: z.object({ used: z.int(), max: z.int() }),
  rows: z.object({ used: z.int(), max: z.int() }),
  bytes: z.object({ used: z.int(), max: z.int() }),
});
export type ListStorage = z.infer<typeof ListStorage>;

/** A column that a tool reads from a list: {"role": "website", "label": "Website", "required": true}. */
export const ListRole = z.object({
  role: z.string(),
  label: z.string(),
  required: z.boolean(),
});
export type ListRole = z.infer<typeof ListRole>;

/** The chosen column for each role. A role that isn't used is missing or null. */
export const ListColumns = z.record(z.string().max(100), z.string().max(500).nullable());
export type ListColumns = z.infer<typeof ListColumns>;

/** What a task with the rows of a list would work through and cost at most. */
export const ListQuote = z.object({
  type: TaskType,
  action: z.string(),
  roles: z.array(ListRole),
  /** as requested, or preselected */
  columns: ListColumns,
  /** distinct items of the task; 0 if no row can be used */
  items: z.int().nonnegative(),
  /** rows left out because they lack a value, repeat another row or can't be read */
  skipped: z.int().nonnegative(),
  /** the most that the task can cost; 0 if the plan includes it */
  credits: z.int().nonnegative(),
  /** one item, as a countable noun: "URL" */
  itemNoun: z.string(),
  /** why the task can't start with these rows, as a sentence; null if it can */
  problem: z.string().nullable(),
});
export type ListQuote = z.infer<typeof ListQuote>;
