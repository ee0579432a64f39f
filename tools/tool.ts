import type { TaskType } from '#contract/tasks.ts';

/** One item of a task as the tool gets it. `input` is what the person gave, already validated. */
export interface ToolItem {
  position: number;
  input: string;
}

/**
 * What became of one item. Each item is yielded once. `billable` says whether the charge rule of docs/deviations.md 11 holds;
 * our own failures are not billable.
 */
export interface ToolOutcome<Row extends object = Record<string, unknown>> {
  position: number;
  row: Row;
  /** something the person came for is in the row */
  found: boolean;
  /** the item could not be worked; the row says why */
  failed: boolean;
  billable: boolean;
  /** what it came to, in a word that is counted over the whole task */
  outcome?: string;
}

/** How one run is to go; all of it may be left out. */
export interface RunConduct {
  /** false: what would have to wait for minutes is given up instead */
  mayWait?: boolean;
  /** told when all that is left waits for a time to come, and when work goes on */
  onIdle?: (idle: boolean) => void;
}

/**
 * A tool drives net and engines over many items and yields outcomes as they come, in any order. It knows no database,
 * account or HTTP. An aborted signal ends it soon; items not yielded by then stay pending.
 */
export interface Tool<Row extends object = Record<string, unknown>> {
  readonly type: TaskType;
  /** Items with the same key stay in one shard and share what is fetched for them. */
  shardKey(input: string): string;
  /** Least time between the starts of two runs of one task, in ms. */
  readonly batchPauseMs?: number;
  run(items: readonly ToolItem[], signal: AbortSignal, conduct?: RunConduct): AsyncIterable<ToolOutcome<Row>>;
  /** Frees sockets and timers. */
  close(): Promise<void>;
}
