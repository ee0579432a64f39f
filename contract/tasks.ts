import { z } from 'zod';

/** Which tool a task belongs to; the tools themselves are in tools/catalog.ts (docs/deviations.md 20). */
export const TaskType = z.string().regex(/^[a-z][a-z0-9-]{0,39}$/);
export type TaskType = z.infer<typeof TaskType>;

export const TASK_STATUSES = ['queued', 'processing', 'completed', 'failed', 'timeout', 'cancelled'] as const;
export const TaskStatus = z.enum(TASK_STATUSES);
export type TaskStatus = z.infer<typeof TaskStatus>;

export const STOP_REASONS = ['user', 'credits', 'time'] as const;
export const StopReason = z.enum(STOP_REASONS);
export type StopReason = z.infer<typeof StopReason>;

/** Whether a task of this status may still change by itself. */
export function isRunning(status: TaskStatus): boolean {
  return status === 'queued' || status === 'processing';
}

/** A task's row as functions and `/rest/v1/tasks` show it, lower-case column names included (spec lead tools §3). */
export const TaskView = z.object({
  id: z.uuid(),
  type: TaskType,
  status: TaskStatus,
  stop_reason: StopReason.nullable(),
  resumable: z.boolean(),
  /** items of the task; those settled; those with something found; those that failed */
  total: z.int().nonnegative(),
  processed: z.int().nonnegative(),
  found: z.int().nonnegative(),
  failed: z.int().nonnegative(),
  creditsused: z.int().nonnegative(),
  userid: z.uuid(),
  createdat: z.string(),
  /** begin and end of the last run; the time between two runs is no part of it */
  started_at: z.string().nullable(),
  finished_at: z.string().nullable(),
  /** What is being worked on, for people; null when nothing is. */
  current_item: z.string().nullable(),
  /** how many settled items came to what, in the words of the tool, where it has such: {"deliverable": 12, "risky": 3} */
  outcomes: z.record(z.string(), z.int()),
});
export type TaskView = z.infer<typeof TaskView>;

/** One settled item. `row` has the shape of the task's tool; `charge` is in credits. */
export const TaskRow = z.object({
  position: z.int().nonnegative(),
  input: z.string(),
  charge: z.int().nonnegative(),
  row: z.record(z.string(), z.unknown()),
});
export type TaskRow = z.infer<typeof TaskRow>;

export const TaskRowsPage = z.object({
  rows: z.array(TaskRow),
  /** Pass as `after` for the next page; null at the end of what is settled so far. */
  next: z.int().nullable(),
});
export type TaskRowsPage = z.infer<typeof TaskRowsPage>;
