import { parentPort, workerData } from 'node:worker_threads';
import type { FromThread, ToThread } from './messages.ts';
import { OpenLists } from './open-lists.ts';

/** What the thread starts with. */
export interface IndexThreadData {
  /** of all lists together */
  limitBytes: number;
  /** lists that weren't used for so long are closed */
  unusedMs: number;
}

const CHECK_MS = 60_000;

const port = parentPort;
if (!port) throw new Error('The column index runs inside a worker.');
const { limitBytes, unusedMs } = workerData as IndexThreadData;
const lists = new OpenLists({ limitBytes, now: () => performance.now() });

setInterval(() => {
  // The thread starts again when it is needed, and takes no memory until then.
  if (lists.closeUnused(unusedMs) === 0) port.close();
}, CHECK_MS).unref();

port.on('message', ({ id, request }: ToThread) => {
  const send = (message: FromThread) => port.postMessage(message);
  try {
    send({ id, reply: lists.answer(request) });
  } catch (error) {
    send({ id, error: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  }
});
