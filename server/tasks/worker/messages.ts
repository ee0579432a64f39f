import type { TaskType } from '#contract/tasks.ts';
import type { ToolItem } from '#tools/tool.ts';
import type { WorkedItem } from '../settle-batch.ts';

/** The most items a batch has. */
export const SETTLE_BATCH_ITEMS = 50;

/** What the crawl thread is told. `run` numbers one shard in the thread's hands. */
export type ToThread =
  | {
      kind: 'run';
      run: number;
      taskId: string;
      runNo: number;
      type: TaskType;
      items: ToolItem[];
      /** one item after the other, each settled before the next */
      oneAtATime: boolean;
      /** false: what would have to wait for minutes is given up instead */
      mayWait: boolean;
    }
  | { kind: 'abort'; run: number }
  /** a batch is stored, or dropped for good; `error` breaks the runs it came from */
  | { kind: 'ack'; batch: number; error?: string }
  /** the result of a port call, or why it failed */
  | { kind: 'port-result'; call: number; value?: unknown; error?: string }
  | { kind: 'close' };

/** What the crawl thread says. */
export type FromThread =
  /** how many sites the shard has: what bounds the slots it can use */
  | { kind: 'started'; run: number; sites: number }
  | { kind: 'batch'; batch: number; taskId: string; runNo: number; items: ThreadItem[] }
  /** all that is left of a shard waits for a time to come, or no longer */
  | { kind: 'idle'; run: number; idle: boolean }
  /** calls a port of the tool, on the main thread */
  | { kind: 'port-call'; call: number; of: PortCall }
  /** from time to time: a thread that hangs says nothing */
  | { kind: 'alive' }
  /** the tool is through, and all it yielded was acknowledged */
  | { kind: 'done'; run: number; error?: string };

/** One call of a tool's port, carried out where the database is. */
export interface PortCall {
  type: TaskType;
  port: string;
  method: string;
  args: readonly unknown[];
}

export interface ThreadItem extends WorkedItem {
  run: number;
}

/** How the thread makes the tool of a type of task. */
export interface ThreadTool {
  /** URL of the module */
  module: string;
  /** the function of the module that makes the tool, from (options, ports) */
  create: string;
  options: object;
  /** the methods of each port */
  ports: Readonly<Record<string, readonly string[]>>;
}

/** What the thread is started with: its tools by type. */
export interface ThreadData {
  tools: Readonly<Record<TaskType, ThreadTool>>;
}
