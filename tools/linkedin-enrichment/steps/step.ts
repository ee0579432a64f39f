import type { RunOptions } from '../../tool.ts';
import type { LinkedinSource } from '../definition.ts';
import type { Draft } from '../draft.ts';

/** What a step gets for one run. */
export interface StepContext {
  signal: AbortSignal;
  options: RunOptions;
  /** the time now, ISO 8601 */
  now(): string;
}

/** One step of the enrichment. Steps run one after the other, each for all rows of a batch that need it. */
export interface Step {
  readonly name: LinkedinSource;
  /** Whether the step can add to the row. */
  wants(draft: Draft): boolean;
  /** Adds what it finds to the rows. Its failures are notes in the rows. May end early if the signal aborts. */
  run(drafts: readonly Draft[], context: StepContext): Promise<void>;
}
