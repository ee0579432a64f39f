import type { ComponentType, ReactNode } from 'react';
import type { TaskRow, TaskType, TaskView } from '#contract/tasks.ts';
import { toolOfType } from '#tools/index/tools.ts';
import type { GridColumn, StatusChoice } from './grid-column.ts';
import type { RowView } from './row-view.ts';
import { notFoundCount } from './task-labels.ts';

/** What the results of a tool are: its columns, its words, and what a row opens. */
export interface ToolResults<View extends RowView<unknown>> {
  type: TaskType;
  /** the accessible name of the table */
  label: string;
  /** The columns of the table, which can be hidden. The first one always stays. */
  columns: readonly GridColumn<View>[];
  /** the table's classes, with its min width */
  className: string;
  /** a row as the table shows it; must return the same object for the same row */
  toView: (row: TaskRow) => View;
  /** The labels of the statuses that rows can be filtered by. Default: found, not found, failed */
  statuses?: Readonly<Record<string, string>>;
  /** names a row */
  title: (view: View) => string;
  /** the content that a row opens */
  receipt: (view: View) => ReactNode;
  /** default: "Results" and the number of rows */
  heading?: (task: TaskView) => { title: string; summary: string } | undefined;
  /** The table has only so many rows, and says what to do for the others. The file has all. */
  preview?: { rows: number; note: (isCut: boolean) => string };
  /** shown above the results on the tool's page */
  notices?: (task: TaskView) => ReactNode;
  /** around the table, for what it loads together for the rows on screen */
  Around?: ComponentType<{ taskId: string; views: readonly View[]; children: ReactNode }>;
}

/** The usual statuses of rows. */
export const STATUSES = { found: 'Found', not_found: 'Not found', failed: 'Failed' };

/** The values of the status filter of a tool. */
export function shownStatuses({ statuses = STATUSES }: Pick<ToolResults<never>, 'statuses'>): string[] {
  return ['all', ...Object.keys(statuses)];
}

/** All rows, and those of each status with their number. */
export function statusChoices(
  task: TaskView,
  { statuses = STATUSES }: Pick<ToolResults<never>, 'statuses'>,
): StatusChoice[] {
  const { type, processed, found, failed, outcomes } = task;
  const counts: Readonly<Record<string, number>> = toolOfType(type)?.task.filter?.status
    ? outcomes
    : { found, not_found: notFoundCount(task), failed };
  return [
    { show: 'all', label: 'All', count: processed },
    ...Object.entries(statuses).map(([show, label]) => ({ show, label, count: counts[show] ?? 0 })),
  ];
}
