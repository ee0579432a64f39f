import type { RunOptions } from '../../../tool.ts';
import type { LinkedinSource } from '../../definition.ts';
import type { Draft } from '../../engine/draft.ts';

/** What a step gets for one run. */
export interface StepContext {
  signal: AbortSignal;
  options: RunOptions;
  /** the time now, ISO 8601 */
  now(): string;
}

/** One step of the enrichment. The steps of a row run one after the other. */
export interface Step {
  readonly name: LinkedinSource;
  /** Whether the step can add to the row. */
  wants(draft: Draft): boolean;
  /**
   * Adds what it finds to the rows. Its failures are notes in the rows. Yields rows as soon as it is done with
   * them, and may leave some out. May end early if the signal aborts.
   */
  run(drafts: readonly Draft[], context: StepContext): AsyncIterable<readonly Draft[]>;
}
