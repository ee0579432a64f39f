import { writeSync } from 'node:fs';
import { workerData } from 'node:worker_threads';
import { MEGABYTE, readFreeBytes } from '../disk/free-bytes.ts';
import { createMissedBeats } from './missed-beats.ts';

/** The thread of watchdog.ts. It shares nothing with the main thread but a few numbers. */

export interface WatchdogStart {
  shared: SharedArrayBuffer;
  checkMs: number;
  folder: string;
  minFreeMb: number;
}

const STDERR = 2;

if (workerData) watch(workerData as WatchdogStart);

function watch({ shared, checkMs, folder, minFreeMb }: WatchdogStart): void {
  const missed = createMissedBeats(new Int32Array(shared));
  setInterval(() => {
    const checks = missed.check();
    if (checks === null) return;
    const freeMb = Math.floor(readFreeBytes(folder) / MEGABYTE);
    const why =
      freeMb < minFreeMb
        ? `The disk of ${folder} has only ${freeMb} MB free, and the embedded database hangs on a full disk. Free up space.`
        : 'The reason is unknown. Report it with the log lines before this one.';
    report(
      `The server has not answered for ${Math.round((checks * checkMs) / 1000)} seconds, so it is ended to be started again. ${why}`,
      freeMb,
    );
    // process.exit would end only this thread. The embedded database loses no row by a kill.
    process.kill(process.pid, 'SIGKILL');
  }, checkMs);
}

/** Writes a line like those of log.ts. The log itself belongs to the main thread, which is stuck. */
function report(message: string, freeMb: number): void {
  const line = { level: 'fatal', time: new Date().toISOString(), free_mb: freeMb, msg: message };
  try {
    writeSync(STDERR, `${JSON.stringify(line)}\n`);
  } catch {
    // A full disk may hold the log too. Ending the process matters more.
  }
}
