import type { ListStep } from '#contract/list-steps.ts';

/** A row of the list, as a run works with it. */
export interface RunRow {
  id: number;
  /** texts by column; a column without a value is missing */
  values: Record<string, string>;
  /** columns that a person typed, which no step overwrites */
  edited: readonly string[];
}

/** What the run gets from the database. */
export interface LeadEnrichmentPorts {
  list: {
    /** The steps of a run, as they were at its start, in the order in which they depend on each other, and these rows. */
    load(taskId: string, rows: readonly number[]): Promise<{ steps: ListStep[]; rows: RunRow[] }>;
  };
}
