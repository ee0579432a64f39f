import { z } from 'zod';
import { ColumnConditions } from './column-conditions.ts';
import { LeaveOut, LeftOutBy } from './list-exclusions.ts';
import { StepId } from './list-steps.ts';
import { ListSearch } from './lists.ts';
import { SelectedRows } from './selected-rows.ts';

/** Cells of one run: rows times steps. */
export const RUN_CELLS_MAX = 300_000;
export const RUN_CAP_MAX_CREDITS = 10_000_000;
/** Rows of a run that are chosen by `first`. */
export const RUN_FIRST_MAX = 100_000;
/** How long a run can be undone after it ended, and an edit of a list. */
export const UNDO_DAYS = 30;
/** Rows of "try it with the first rows". */
export const SAMPLE_ROWS = 10;

/**
 * Which cells a run works. `empty`: those that were never worked or have no value. `failed`: those that failed.
 * `stale`: those whose inputs changed. `all`: also those that are done; unchanged ones are free. What was typed or imported stays (`replaceTyped`).
 */
export const RunCells = z.enum(['empty', 'failed', 'stale', 'all']);
export type RunCells = z.infer<typeof RunCells>;

/** What a run of steps works on. */
export const RunScope = z.object({
  /** default: all steps that tools work */
  steps: z.array(StepId).min(1).max(60).optional(),
  cells: RunCells.default('empty'),
  search: ListSearch,
  where: ColumnConditions.optional(),
  selected: SelectedRows.optional(),
  /**
   * With `all`: also works cells that have values from before a tool filled their columns, such as imported ones, and replaces
   * them. What a person typed into a column of a tool always stays.
   */
  replaceTyped: z.boolean().optional(),
  /** exclusion lists whose people and companies aren't worked; default: all of the account */
  leaveOut: LeaveOut.optional(),
  /** only the first rows of those, in their order */
  first: z.int().min(1).max(RUN_FIRST_MAX).optional(),
});
export type RunScope = z.infer<typeof RunScope>;

/** What a run would do, before it starts. */
export const RunQuote = z.object({
  rows: z.int().nonnegative(),
  /** rows that exclusion lists leave out */
  leftOut: z.int().nonnegative(),
  leftOutBy: LeftOutBy,
  cells: z.int().nonnegative(),
  /** the most that it can cost, in credits, without free repeats that are known now */
  credits: z.int().nonnegative(),
  /**
   * the most that it can cost if the values that are in the row now stay: a step whose inputs another one fills first counts
   * with those of now, and with its full price only where there are none
   */
  unchanged: z.int().nonnegative(),
  /** cells that `all` leaves out, because their values were typed or imported */
  typed: z.int().nonnegative(),
  /** cells that take what their row has already, for free */
  known: z.int().nonnegative(),
  /** what the unlimited plan covers of it, in credits: it counts against a cap and the budget of an API key */
  included: z.int().nonnegative().optional(),
  /** answers that were paid for before and are free */
  repeats: z.int().nonnegative(),
  steps: z.array(
    z.object({
      step: StepId,
      name: z.string(),
      cells: z.int().nonnegative(),
      credits: z.int().nonnegative(),
      repeats: z.int().nonnegative(),
      /** cells that wait for another run, because a request of the step asks about `most` rows in one run */
      later: z.int().nonnegative(),
      /** null: nothing waits */
      most: z.int().positive().nullable(),
      /**
       * why its credits are more than one for each cell: another step fills `column` first, and one cell of it can have `values`
       * values, which aren't known yet. null: that isn't so
       */
      unknown: z.object({ column: z.string(), values: z.int().positive() }).nullable(),
      /** share of rows with an answer in earlier runs of the account's lists with these tools, 0 to 1; null if unknown */
      expected: z.number().min(0).max(1).nullable(),
    }),
  ),
  /** why the run can't start, as a sentence; null if it can */
  problem: z.string().nullable(),
});
export type RunQuote = z.infer<typeof RunQuote>;

/** What the steps of a list found and cost so far, in the rows that it has now. */
export const ListCosts = z.object({
  /** credits of all its runs, also what the unlimited plan covered, and for rows that are gone */
  spent: z.int().nonnegative(),
  /** rows in which all steps that ran have a value */
  completeRows: z.int().nonnegative(),
  /** of each step that tools work: how many of its cells are in each state, and the credits for them */
  steps: z.array(
    z.object({
      step: StepId,
      filled: z.int().nonnegative(),
      notFound: z.int().nonnegative(),
      failed: z.int().nonnegative(),
      skipped: z.int().nonnegative(),
      credits: z.int().nonnegative(),
    }),
  ),
});
export type ListCosts = z.infer<typeof ListCosts>;
