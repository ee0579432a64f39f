import type { TaskOptions, TaskType } from '#contract/tasks.ts';
import type { SiteVisits } from '#net/site-visits.ts';
import type { ToolItem } from '#tools/tool.ts';
import type { WorkedItem } from '../worked-item.ts';

/** Maximum items per batch. */
export const SETTLE_BATCH_ITEMS = 50;

/** Messages to the crawl thread. `run` is the number of one shard in the thread. */
export type ToThread =
  | {
      kind: 'run';
      run: number;
      taskId: string;
      runNo: number;
      accountId: string;
      type: TaskType;
      items: ToolItem[];
      /** settle each item before the next one starts */
      oneAtATime: boolean;
      /** false: skip retries that take minutes */
      mayWait: boolean;
      /** of the task */
      options: TaskOptions;
    }
  | { kind: 'abort'; run: number }
  /** a batch is stored or dropped; `error` ends its runs */
  | { kind: 'ack'; batch: number; error?: string }
  /** the result of a port call, or why it failed */
  | { kind: 'port-result'; call: number; value?: unknown; error?: string }
  | { kind: 'close' };

/** Messages from the crawl thread. */
export type FromThread =
  /** how many sites the shard has, which limits the slots it can use */
  | { kind: 'started'; run: number; sites: number }
  | { kind: 'batch'; batch: number; taskId: string; runNo: number; accountId: string; items: ThreadItem[] }
  /** whether all pending items of a shard wait for a later time */
  | { kind: 'idle'; run: number; idle: boolean }
  /** calls a port of the tool, on the main thread */
  | { kind: 'port-call'; call: number; of: PortCall }
  /** sent regularly, with what was visited since; a thread that hangs stops sending it */
  | { kind: 'alive'; visits: SiteVisits | null }
  /** the tool finished, and all its results are acknowledged */
  | { kind: 'done'; run: number; error?: string; visits: SiteVisits | null };

/** One call of a tool's port, which runs on the main thread. */
export interface PortCall {
  type: TaskType;
  port: string;
  method: string;
  args: readonly unknown[];
  /** whose task needs it, if it is the task of one account */
  accountId: string;
}

export interface ThreadItem extends WorkedItem {
  run: number;
}

/** How the thread creates the tool for a type of task (create-run.ts). */
export interface ThreadTool {
  script: string | undefined;
  options: object;
  /** method names by port */
  ports: Readonly<Record<string, readonly string[]>>;
  /** types of the tools it uses */
  uses: readonly TaskType[];
}

/** The thread's start data: tools by type. */
export interface ThreadData {
  tools: Readonly<Record<TaskType, ThreadTool>>;
}
