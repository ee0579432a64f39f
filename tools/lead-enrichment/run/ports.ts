import type { RunRow, ToolAnswer } from '#contract/list-run-cells.ts';
import type { ListStep } from '#contract/list-steps.ts';
import type { AccountModel } from './ai-tool.ts';
import type { FindInLists } from './in-list-tool.ts';
import type { LookUpRows } from './look-up-tool.ts';
import type { ReadSecrets } from './request-tool.ts';
import type { TokenPort } from './token-limits.ts';

/** Rows to work, and the steps of a run, as they were at its start, in the order in which they depend on each other. */
export interface LoadedRun {
  steps: ListStep[];
  rows: RunRow[];
  /** the account called answers wrong, so each has to be looked up */
  hasWrong: boolean;
  /** exclusion lists leave rows out of the run, so what a step finds has to be looked up in them */
  leavesOut: boolean;
}

/** What the run gets from the database. */
export interface LeadEnrichmentPorts {
  list: TokenPort & {
    /** Secrets of the list of a run, by their IDs. */
    secrets: ReadSecrets;
    /** The model for which the account of a run has a key. */
    accountModel(taskId: string): Promise<AccountModel | null>;
    findInLists: FindInLists;
    lookUpRows: LookUpRows;
    load(taskId: string, rows: readonly number[]): Promise<LoadedRun>;
    /** Which rows with these values by column the exclusion lists of a run leave out. */
    findLeftOut(taskId: string, rows: readonly Readonly<Record<string, string>>[]): Promise<boolean[]>;
    /** Which of these answers the account called wrong. */
    findWrong(taskId: string, answers: readonly ToolAnswer[]): Promise<boolean[]>;
  };
}
