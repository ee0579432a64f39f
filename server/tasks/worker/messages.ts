import type { TaskType } from '#contract/tasks.ts';
import type { EmailNews } from '#tools/email-finder/email-memory.ts';
import type { AskedFor } from '#tools/email-finder/opt-outs.ts';
import type { ToolOptions, ToolPorts } from '#tools/registry.ts';
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
      /** false: what would have to wait for minutes is given up instead */
      mayWait: boolean;
      port25Blocked: boolean;
    }
  | { kind: 'abort'; run: number }
  /** a batch is stored, or dropped for good; `error` breaks the runs it came from */
  | { kind: 'ack'; batch: number; error?: string }
  /** the answer to a question; `error` where there is none */
  | { kind: 'answer'; ask: number; value?: unknown; error?: string }
  | { kind: 'close' };

/** What the crawl thread says. */
export type FromThread =
  /** how many sites the shard has: what bounds the slots it can use */
  | { kind: 'started'; run: number; sites: number }
  | { kind: 'batch'; batch: number; taskId: string; runNo: number; items: ThreadItem[] }
  /** all that is left of a shard waits for a time to come, or no longer */
  | { kind: 'idle'; run: number; idle: boolean }
  /** asks what is in the database, which is on the main thread */
  | { kind: 'ask'; ask: number; question: PortQuestion }
  /** from time to time: a thread that hangs says nothing */
  | { kind: 'alive' }
  /** the tool is through, and all it yielded was acknowledged */
  | { kind: 'done'; run: number; error?: string };

/** What the tools ask of the main thread. */
export type AnsweringPorts = Pick<ToolPorts, 'emailMemory' | 'optOuts'>;

/** One call of the email finder's memory, or of the list of those who opted out. */
export type PortQuestion =
  | { of: 'domain'; domain: string }
  | { of: 'addresses'; addresses: readonly string[] }
  | { of: 'remember'; news: readonly EmailNews[] }
  | { of: 'opt-outs' }
  | { of: 'opted-out'; asked: AskedFor };

/** Carries out a question of the thread. */
export function askPort({ emailMemory, optOuts }: AnsweringPorts, question: PortQuestion): Promise<unknown> {
  switch (question.of) {
    case 'domain':
      return emailMemory.domain(question.domain);
    case 'addresses':
      return emailMemory.addresses(question.addresses);
    case 'remember':
      return emailMemory.remember(question.news);
    case 'opt-outs':
      return optOuts.hasAny();
    case 'opted-out':
      return optOuts.lists(question.asked);
  }
}

export interface ThreadItem extends WorkedItem {
  run: number;
}

/** What the thread is started with. `registry` is the module with `TOOL_FACTORIES`. */
export interface ThreadData {
  registry: string;
  options: ToolOptions;
}
