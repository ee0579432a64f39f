import { parentPort, workerData } from 'node:worker_threads';
import type { TaskOptions } from '#contract/tasks.ts';
import type { ToolItem, ToolOutcome } from '../../tool.ts';
import type { WebsiteRow } from '../definition.ts';
import { createRun, type WebsiteExtractionOptions } from '../run.ts';

/** Messages to the thread. `written`: one row of a run is written. */
export type ToThread =
  | { kind: 'run'; run: number; items: ToolItem[]; chosen: TaskOptions }
  | { kind: 'written'; run: number }
  | { kind: 'stop' }
  | { kind: 'close' };
/** Messages from the thread. */
export type FromThread =
  | { kind: 'row'; run: number; outcome: ToolOutcome<WebsiteRow> }
  | { kind: 'done'; run: number; error: string | null };

/** Rows of one run that are sent and not yet written. postMessage itself has no limit. */
const MAX_UNWRITTEN = 100;

const port = parentPort;
if (!port) throw new Error('The extract thread runs inside a worker.');
const tool = createRun(workerData as WebsiteExtractionOptions);
const stop = new AbortController();
const written = new Map<number, () => void>();

function send(message: FromThread): void {
  port?.postMessage(message);
}

async function work({ run, items, chosen }: Extract<ToThread, { kind: 'run' }>): Promise<void> {
  let unwritten = 0;
  let resume = () => {};
  written.set(run, () => {
    unwritten -= 1;
    resume();
  });
  let error: string | null = null;
  try {
    for await (const outcome of tool.run(items, stop.signal, { chosen })) {
      send({ kind: 'row', run, outcome });
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
  send({ kind: 'done', run, error });
}

port.on('message', (message: ToThread) => {
  if (message.kind === 'run') void work(message);
  else if (message.kind === 'written') written.get(message.run)?.();
  else if (message.kind === 'stop') stop.abort();
  else void tool.close().finally(() => port.close());
});
