import { parentPort, workerData } from 'node:worker_threads';
import type { ToolItem, ToolOutcome } from '#tools/tool.ts';
import type { WebsiteRow } from '#tools/website-extraction/definition.ts';
import {
  createWebsiteExtraction,
  type WebsiteExtractionOptions,
} from '#tools/website-extraction/website-extraction.ts';

/** What the command says to the thread: work these; a row of that run was written; stop; end. */
export type ToThread =
  | { kind: 'run'; run: number; items: ToolItem[] }
  | { kind: 'written'; run: number }
  | { kind: 'stop' }
  | { kind: 'close' };
export type FromThread =
  | { kind: 'row'; run: number; outcome: ToolOutcome<WebsiteRow> }
  | { kind: 'done'; run: number; error: string | null };

/** Rows of one run on their way: postMessage itself would take any number. */
const MAX_UNWRITTEN = 100;

const port = parentPort;
if (!port) throw new Error('The extract thread runs inside a worker.');
const tool = createWebsiteExtraction(workerData as WebsiteExtractionOptions);
const stop = new AbortController();
const written = new Map<number, () => void>();

function say(message: FromThread): void {
  port?.postMessage(message);
}

async function work(run: number, items: ToolItem[]): Promise<void> {
  let unwritten = 0;
  let resume = () => {};
  written.set(run, () => {
    unwritten -= 1;
    resume();
  });
  let error: string | null = null;
  try {
    for await (const outcome of tool.run(items, stop.signal)) {
      say({ kind: 'row', run, outcome });
      unwritten += 1;
      while (unwritten >= MAX_UNWRITTEN)
        await new Promise<void>((wake) => {
          resume = wake;
        });
    }
  } catch (thrown) {
    error = thrown instanceof Error ? thrown.message : String(thrown);
  }
  written.delete(run);
  say({ kind: 'done', run, error });
}

port.on('message', (message: ToThread) => {
  if (message.kind === 'run') void work(message.run, message.items);
  else if (message.kind === 'written') written.get(message.run)?.();
  else if (message.kind === 'stop') stop.abort();
  else void tool.close().finally(() => port.close());
});
