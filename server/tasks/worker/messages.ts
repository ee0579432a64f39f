import type { TaskType } from '#contract/tasks.ts';
import type { ToolOptions } from '#tools/registry.ts';
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
      careful: boolean;
    }
  | { kind: 'abort'; run: number }
  /** a batch is stored, or dropped for good; `error` breaks the runs it came from */
  | { kind: 'ack'; batch: number; error?: string }
  | { kind: 'close' };

/** What the crawl thread says. */
export type FromThread =
  /** how many sites the shard has: what bounds the slots it can use */
  | { kind: 'started'; run: number; sites: number }
  | { kind: 'batch'; batch: number; taskId: string; runNo: number; items: ThreadItem[] }
  /** from time to time: a thread that hangs says nothing */
  | { kind: 'alive' }
  /** the tool is through, and all it yielded was acknowledged */
  | { kind: 'done'; run: number; error?: string };

export interface ThreadItem extends WorkedItem {
  run: number;
}

/** What the thread is started with. `registry` is the module with `TOOL_FACTORIES`. */
export interface ThreadData {
  registry: string;
  options: ToolOptions;
}
