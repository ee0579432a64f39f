import { plural } from '#contract/plural.ts';
import { shortTaskName } from '#contract/task-name.ts';
import {
  isRunning,
  type StopReason,
  type TaskStatus,
  type TaskType,
  type TaskView,
} from '#contract/tasks.ts';
import { toolOfType } from '#tools/index/tools.ts';
import { formatNumber } from '../lib/format.ts';

/** What pages say about the tasks of a tool. */
export interface TaskLabels {
  name: string;
  /** the tool's page */
  page: string;
  /** one item, as a countable noun */
  item: string;
  /** what its failed items are called */
  failed: string;
  /** their color: an unknown answer is no error */
  failedColor: 'bg-danger' | 'bg-warning';
}

/** The labels of a type of task; a task of a tool that this version doesn't have gets plain ones. */
export function taskLabels(type: TaskType): TaskLabels {
  const tool = toolOfType(type);
  const { failedLabel: failed, itemNoun: item } = tool?.task ?? { failedLabel: 'Failed', itemNoun: 'item' };
  return {
    name: tool?.label ?? type,
    page: tool?.path ?? '/dashboard/task-history',
    item,
    failed,
    failedColor: failed === 'Failed' ? 'bg-danger' : 'bg-warning',
  };
}

/**
 * The name of a task's file; `now` in ms since the epoch, the date in UTC (spec lead tools §9).
 */
export function csvFileName(type: TaskType, now: number): string {
  const date = new Date(now).toISOString().slice(0, 10);
  return toolOfType(type)?.task.csv.fileName(date) ?? `${type}_${date}.csv`;
}

/** What was chosen for a task, in a few words; null if there is nothing to say. */
export function optionsLabel({ type, options }: Pick<TaskView, 'type' | 'options'>): string | null {
  return toolOfType(type)?.task.optionsLabel?.(options) ?? null;
}

/** A task's name; for one whose results were deleted, its tool's. */
export function taskTitle({ name, type }: Pick<TaskView, 'name' | 'type'>): string {
  return shortTaskName(name) || taskLabels(type).name;
}

export type Retried = Pick<
  TaskView,
  'id' | 'type' | 'status' | 'retryable' | 'rows_deleted_at' | 'finished_at' | 'options'
>;

/** Whether rows of a stopped task failed and can succeed in another try. */
export function canRetry({ status, retryable, rows_deleted_at }: Retried): boolean {
  return !isRunning(status) && retryable > 0 && rows_deleted_at === null;
}

/** "Run 3 failed URLs again" */
export function retryLabel({ type, retryable: count }: Retried): string {
  const { item, failed } = taskLabels(type);
  return `Run ${plural(count, `${failed.toLowerCase()} ${item}`)} again`;
}

export interface StatusLabel {
  label: string;
  tone: 'neutral' | 'success' | 'warning' | 'danger';
}

/** A task's state. The label of a cancelled task says what stopped it. */
export function statusLabel(status: TaskStatus, stopReason: StopReason | null): StatusLabel {
  switch (status) {
    case 'queued':
      return { label: 'Queued', tone: 'neutral' };
    case 'processing':
      return { label: 'Running', tone: 'neutral' };
    case 'completed':
      return { label: 'Completed', tone: 'success' };
    case 'failed':
      return { label: 'Failed', tone: 'danger' };
    case 'timeout':
      return { label: 'Timed out', tone: 'warning' };
    case 'cancelled':
      if (stopReason === 'credits') return { label: 'Out of credits', tone: 'warning' };
      if (stopReason === 'budget') return { label: 'Budget used up', tone: 'warning' };
      if (stopReason === 'cap') return { label: 'Limit reached', tone: 'warning' };
      return { label: 'Cancelled', tone: 'neutral' };
  }
}

type Counters = Pick<TaskView, 'total' | 'processed' | 'found' | 'failed'>;

/** Finished items without a result that didn't fail. */
export function notFoundCount(task: Counters): number {
  return Math.max(0, task.processed - task.found - task.failed);
}

/** "12 of 28 URLs done, 7 found, 3 not found, 2 failed", for screen readers. */
export function progressSentence(
  task: Counters,
  { item, failed }: Pick<TaskLabels, 'item' | 'failed'>,
): string {
  return [
    `${formatNumber(task.processed)} of ${plural(task.total, item)} done`,
    `${formatNumber(task.found)} found`,
    `${formatNumber(notFoundCount(task))} not found`,
    `${formatNumber(task.failed)} ${failed.toLowerCase()}`,
  ].join(', ');
}

/** Progress in tenths, 0 to 10. Screen readers hear each tenth, not every second. */
export function progressTenth(task: Counters): number {
  return task.total > 0 ? Math.floor((10 * task.processed) / task.total) : 0;
}
