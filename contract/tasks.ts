import { z } from 'zod';
import { TaskSave } from './task-save.ts';

/** The tool a task belongs to. The tools are in tools/index/definitions.ts (docs/deviations.md 20). */
export const TaskType = z.string().regex(/^[a-z][a-z0-9-]{0,39}$/);
export type TaskType = z.infer<typeof TaskType>;

export const TASK_STATUSES = ['queued', 'processing', 'completed', 'failed', 'timeout', 'cancelled'] as const;
export const TaskStatus = z.enum(TASK_STATUSES);
export type TaskStatus = z.infer<typeof TaskStatus>;

/** `budget`: the monthly budget of the API key that started the run. `cap`: the most that the task may cost. */
const STOP_REASONS = ['user', 'credits', 'budget', 'cap', 'time'] as const;
export const StopReason = z.enum(STOP_REASONS);
export type StopReason = z.infer<typeof StopReason>;

/** Says that a task stopped at its cap. */
export const CAP_REACHED = 'The run stopped at its limit. Continue it with a higher limit, or without one.';

/** What the person chose for a task. The tool defines the names and values. */
export const TaskOptions = z.record(z.string(), z.string());
export type TaskOptions = z.infer<typeof TaskOptions>;

/** Whether a task with this status is still in progress. */
export function isRunning(status: TaskStatus): boolean {
  return status === 'queued' || status === 'processing';
}

/** Statuses with commas between them: "queued,processing" */
export const TaskStatuses = z
  .string()
  .max(200)
  .transform((text) => text.split(','))
  .pipe(z.array(TaskStatus));

/** How long the last run of a task took, in seconds; null if it never ran or still runs. */
export function runSeconds(run: {
  started_at: string | Date | null;
  finished_at: string | Date | null;
}): number | null {
  if (!run.started_at || !run.finished_at) return null;
  return (new Date(run.finished_at).getTime() - new Date(run.started_at).getTime()) / 1000;
}

/** A task as returned by functions and `/rest/v1/tasks`, with lowercase column names (spec lead tools §3). */
export const TaskView = z.object({
  id: z.uuid(),
  type: TaskType,
  /** The name of its file or the one its user gave it; otherwise its first item. Empty if that is deleted. */
  name: z.string(),
  status: TaskStatus,
  stop_reason: StopReason.nullable(),
  resumable: z.boolean(),
  /** Counts of items: all, finished, with results, and failed. */
  total: z.int().nonnegative(),
  processed: z.int().nonnegative(),
  found: z.int().nonnegative(),
  failed: z.int().nonnegative(),
  /** Failed items that `task-retry` runs again. The others fail for good: a dead domain or a bad line. */
  retryable: z.int().nonnegative(),
  creditsused: z
    .int()
    .nonnegative()
    .describe('Credits charged to the balance. 0 if the plan covered everything: see `creditsincluded`.'),
  creditsincluded: z
    .int()
    .nonnegative()
    .describe('What the unlimited plan covered, in credits. It was not charged to the balance.'),
  /** Items that were free because the account paid for the same item before. */
  freerepeats: z.int().nonnegative(),
  /** Items that weren't found at first, and were found by a free second try after the end of the task. */
  foundlater: z.int().nonnegative(),
  userid: z.uuid(),
  createdat: z.string(),
  /** Start and end of the last run. A resumed task starts a new run. */
  started_at: z.string().nullable(),
  finished_at: z.string().nullable(),
  /** Label of the item in progress; null for none. */
  current_item: z.string().nullable(),
  /** Finished items by outcome, for tools that define outcomes: {"deliverable": 12, "risky": 3}. */
  outcomes: z.record(z.string(), z.int()),
  /** What was chosen at the start: {"depth": "standard"} */
  options: TaskOptions,
  /** The most that the task may cost, in credits; null for no limit of its own. */
  cap: z.int().nonnegative().nullable().optional(),
  /** How its results get to a list when it ends; null if they don't. */
  save: TaskSave.nullable().optional(),
  /** When the rows were deleted. The task and its counters stay. */
  rows_deleted_at: z.string().nullable(),
  /** When the server deletes the rows; null if it keeps them. */
  rows_kept_until: z.string().nullable(),
  /** It worked steps of a list, was undone, and hasn't gone on since. */
  undone: z.boolean().optional(),
  /** It worked steps of a list that was deleted since. */
  list_deleted: z.boolean().optional(),
  /** The task waits because no worker is running. Only in the reply of the function `task`. */
  no_worker: z.boolean().optional(),
});
export type TaskView = z.infer<typeof TaskView>;

const TASK_NAME_MAX_CHARS = 200;

/** A name that a user gives a task. */
export const TaskName = z
  .string()
  .trim()
  .min(1, 'Enter a name')
  .max(TASK_NAME_MAX_CHARS, `Use ${TASK_NAME_MAX_CHARS} characters or fewer`);

/** One finished item. The tool defines the shape of `row`; `charge` is in credits. */
export const TaskRow = z.object({
  position: z.int().nonnegative(),
  input: z.string(),
  /**
   * Identifies the item: the key that the start call gave it, or else one that is the same in every task of the tool,
   * however the item was written.
   */
  key: z.string(),
  /** all keys of the start call, if several entries of its list are this item */
  keys: z.array(z.string()).optional(),
  charge: z.int().nonnegative(),
  row: z.record(z.string(), z.unknown()),
});
export type TaskRow = z.infer<typeof TaskRow>;

export const TaskRowsPage = z.object({
  rows: z.array(TaskRow),
  /** Pass as `after` to get the next page; null if no more rows have finished. */
  next: z.int().nullable(),
});
export type TaskRowsPage = z.infer<typeof TaskRowsPage>;

/** The own columns of the list that a task was started with, by the rows of the list. Columns are empty without any. */
export const TaskOwnRows = z.object({
  columns: z.array(z.string()),
  rows: z.array(
    z.object({
      /** the items of the row */
      positions: z.array(z.int().nonnegative()),
      /** one text per column */
      cells: z.array(z.string()),
    }),
  ),
  /** Pass as `after` to get the next rows; null at the end. */
  next: z.int().nullable(),
});
export type TaskOwnRows = z.infer<typeof TaskOwnRows>;
