import type { TaskType } from '#contract/tasks.ts';
import { unworkableEmailRow } from './email-finder/unasked-row.ts';
import { failedRow } from './website-extraction/website-row.ts';

const WHY = 'This item could not be worked because of an error of ours. It was not charged';

/** `outcome` as in ToolOutcome. */
interface UnworkableRow {
  row: object;
  outcome?: string;
}

const ROWS: Partial<Record<TaskType, (input: string) => UnworkableRow>> = {
  'website-extraction': (input) => ({ row: failedRow(input, null, WHY, []) }),
  'csv-extraction': (input) => {
    const row = unworkableEmailRow(input, WHY);
    return { row, outcome: row.status };
  },
};

/**
 * The row of an item that ends its tool again and again, made without the tool; null for types without one. Apart from the
 * registry, which loads every tool.
 */
export function unworkableRow(type: TaskType, input: string): UnworkableRow | null {
  return ROWS[type]?.(input) ?? null;
}
