import type { TaskType } from '#contract/tasks.ts';
import { counter } from '../platform/metrics/metrics.ts';
import { createRecentSums } from '../platform/metrics/recent-sums.ts';
import type { WorkedItem } from './worked-item.ts';

const items = counter('task_items_total', 'Items of tasks that have a result, by tool and result.', [
  'tool',
  'result',
]);
const outcomes = counter(
  'task_outcomes_total',
  'Results by the label of their tool, such as the verdict of an email.',
  ['tool', 'outcome'],
);
const credits = counter('credits_charged_total', 'Credits that results cost, also within a plan, by tool.', [
  'tool',
]);

/** The items of the last minutes by tool; `sum`: those that failed. */
export const recentItems = createRecentSums();

/** What a stored batch adds. */
export interface SettledItems {
  items: readonly Pick<WorkedItem, 'found' | 'failed' | 'outcome'>[];
  credits: number;
}

/** Counts a batch after its transaction. */
export function countSettled(tool: TaskType, settled: SettledItems): void {
  for (const { found, failed, outcome } of settled.items) {
    items.inc({ tool, result: failed ? 'failed' : found ? 'found' : 'not_found' });
    if (outcome !== undefined) outcomes.inc({ tool, outcome });
  }
  recentItems.add(tool, settled.items.length, settled.items.filter(({ failed }) => failed).length);
  if (settled.credits > 0) credits.inc({ tool }, settled.credits);
}
