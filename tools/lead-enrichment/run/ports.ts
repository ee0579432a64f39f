import type { RunRow } from '#contract/list-run-cells.ts';
import type { ListStep } from '#contract/list-steps.ts';
import type { ReadSecrets } from './request-tool.ts';

/** What the run gets from the database. */
export interface LeadEnrichmentPorts {
  list: {
    /** The steps of a run, as they were at its start, in the order in which they depend on each other, and these rows. */
    load(taskId: string, rows: readonly number[]): Promise<{ steps: ListStep[]; rows: RunRow[] }>;
    /** Secrets of the list of a run, by their IDs. */
    secrets: ReadSecrets;
  };
}
