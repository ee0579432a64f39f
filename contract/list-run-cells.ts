import { z } from 'zod';
import { CellStatus } from './list-cells.ts';
import { StepId } from './list-steps.ts';
import { TaskType } from './tasks.ts';

/** An item of a run: one step in one row. `line` is the row's position at the start, from 1, for people. */
const CellItem = z.object({
  row: z.int().positive(),
  step: StepId,
  name: z.string(),
  line: z.int().positive(),
});
export type CellItem = z.infer<typeof CellItem>;

/** Why a cell was skipped that a run had to do. */
export const CELL_GONE = 'This row or column was deleted before it was worked';

/** Why a cell was skipped whose row the exclusion lists leave out. */
export const LEFT_OUT = 'Left out by your exclusion lists';

/** The item as text: what the items of a run's task hold. */
export function writeCellItem({ row, step, name, line }: CellItem): string {
  return JSON.stringify({ row, step, name, line });
}

/** Reads an item's text; null if it isn't from `writeCellItem`. */
export function parseCellItem(text: string): CellItem | null {
  try {
    return CellItem.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

/** What one tool of a step said about one item, before it is charged. */
export const WorkedTry = z.object({
  tool: TaskType,
  /** the item as the tool got it */
  input: z.string(),
  verdict: z.string().nullable(),
  found: z.boolean(),
  failed: z.boolean(),
  final: z.boolean(),
  billable: z.boolean(),
  accepted: z.boolean(),
  /** what it costs, for a tool without a fixed price: credits, and what is paid for once */
  price: z.object({ amount: z.int().nonnegative(), key: z.string() }).optional(),
  text: z.string(),
  row: z.record(z.string(), z.unknown()),
});
export type WorkedTry = z.infer<typeof WorkedTry>;

/** The result of an item, as the run yields it. */
export const WorkedCell = z.object({
  row: z.int().positive(),
  step: StepId,
  status: CellStatus,
  /** why it failed, was skipped, or has no value although a tool had an answer */
  note: z.string().nullable(),
  tries: z.array(WorkedTry),
  /** the values that the step read, by column */
  used: z.record(z.string(), z.string()),
  ms: z.int().nonnegative(),
});
export type WorkedCell = z.infer<typeof WorkedCell>;

/** Why a cell failed: what its last try that failed says. null: none failed. */
export function failureNote(tries: readonly WorkedTry[]): string | null {
  const failure = tries.findLast(({ failed }) => failed);
  return failure ? failure.text || 'The tool failed' : null;
}

/** A row of a list, as a run works with it. */
export interface RunRow {
  id: number;
  /** texts by column; a column without a value is missing */
  values: Record<string, string>;
  /** columns that a person typed, which no step overwrites */
  edited: readonly string[];
}

/** An answer of a tool: what it was asked, and a value of what it said. */
export interface ToolAnswer {
  tool: string;
  input: string;
  value: string;
}
