import { z } from 'zod';
import { TaskType } from './tasks.ts';

/**
 * What happened in a row of a step. `nothing-found`: no tool had an accepted answer. `skipped`: a condition isn't met, or a
 * value is missing. A cell that was never worked has no status.
 */
const CELL_STATUSES = ['done', 'nothing-found', 'failed', 'skipped'] as const;
export const CellStatus = z.enum(CELL_STATUSES);
export type CellStatus = z.infer<typeof CellStatus>;

/** What one tool of a step said. */
export const CellTry = z.object({
  tool: TaskType,
  /** the tool's own word for the outcome: "deliverable"; null for none */
  verdict: z.string().nullable(),
  found: z.boolean(),
  failed: z.boolean(),
  /** whether the step took the answer */
  accepted: z.boolean(),
  /** in one sentence: what was found, or why nothing was */
  text: z.string(),
  /** credits; 0 for a free repeat and for accounts that aren't charged */
  charge: z.int().nonnegative(),
  /** the tool's row, with its evidence */
  row: z.record(z.string(), z.unknown()),
});
export type CellTry = z.infer<typeof CellTry>;

/** The state of a step in a row, as the table shows it. */
export const CellState = z.object({
  status: CellStatus.nullable(),
  /** a run has it to do */
  queued: z.boolean(),
  /** a run had it to do, and stopped at its cap */
  overCap: z.boolean(),
  /** the columns that it read have other values now, or the step was changed */
  stale: z.boolean(),
  /** why it failed, was skipped, or has no value although a tool had an answer; null otherwise */
  note: z.string().nullable(),
});
export type CellState = z.infer<typeof CellState>;
