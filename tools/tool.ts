import type { TaskOptions, TaskType } from '#contract/tasks.ts';
import type { Owner } from '#net/cpu-shares.ts';

/** One item of a task. `input` is the user's text, already validated. */
export interface ToolItem {
  position: number;
  input: string;
}

/**
 * The result of one item. A run yields each item once. `billable` follows the charge rule of
 * docs/deviations.md 11; our own failures are not billable.
 */
export interface ToolOutcome<Row extends object = Record<string, unknown>> {
  position: number;
  row: Row;
  /** the row has what the user wants */
  found: boolean;
  /** the item failed; the row says why */
  failed: boolean;
  /** another try can't change the failure: bad input, or a domain that doesn't exist */
  final?: boolean;
  billable: boolean;
  /** a label for the result, counted over the whole task */
  outcome?: string;
}

/** Options of one run. */
export interface RunOptions {
  /** false: give up on items that need to wait for minutes */
  mayWait?: boolean;
  /** Called with true when every open item waits for a retry, and with false when work goes on. */
  onIdle?: (idle: boolean) => void;
  /** Whose run it is. Owners share connections and CPU fairly. null, the default: there are no others. */
  owner?: Owner;
  /** What the person chose for the task. */
  chosen?: TaskOptions;
}

/**
 * A tool runs net and engines over many items and yields outcomes in any order. It knows no database, account
 * or HTTP. An aborted signal ends the run soon; items without an outcome stay pending.
 */
export interface Tool<Row extends object = Record<string, unknown>> {
  readonly type: TaskType;
  /** Items with the same key stay in one shard and share what is fetched for them. */
  shardKey(input: string): string;
  /** Minimum time between the starts of two runs of one task, in ms. */
  readonly batchPauseMs?: number;
  run(items: readonly ToolItem[], signal: AbortSignal, options?: RunOptions): AsyncIterable<ToolOutcome<Row>>;
  /** Frees sockets and timers. */
  close(): Promise<void>;
}
