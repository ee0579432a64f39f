import type { ToolStep } from '#contract/list-steps.ts';

/** A cell that a run is to work. */
export interface ScopedCell {
  row: number;
  line: number;
  step: ToolStep;
  /** the inputs come from a step of the same run */
  waits: boolean;
  /** what its tools get with the values that the row has now, in order; nothing if its condition isn't met then */
  now: readonly { tool: string; input: string }[];
  /** how many items each of its tools would get at most, in order */
  most: readonly number[];
}

/** A cell, and the values of its row by column. */
export interface CellOfRow {
  cell: ScopedCell;
  values: Readonly<Record<string, string>>;
  /** columns that the run may still change */
  isOpen(column: string): boolean;
}
