import { fork } from 'node:child_process';
import { rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Manifest } from '../platform/backup/manifest.ts';
import { LEAVE, PackReport, type PackRequest } from '../platform/backup/pack-request.ts';
import { partOf } from '../platform/backup/write-archive.ts';
import { askFolder } from '../platform/disk/ask-folder.ts';
import { every } from '../platform/every.ts';
import { OperatorError } from '../platform/operator-error.ts';
import { childEnvironment, databaseEnvironment } from '../platform/process/child-environment.ts';

/** How long a process that was killed may take for its end. */
const END_MS = 3000;
/** How long it may take before to end its connection to PostgreSQL. */
const LEAVE_MS = 1000;
/** It ends before code of the embedded database that V8 compiles a second time is worth it: this saves half of the CPU time. */
const BRIEFLY = ['--liftoff-only'];
/** How often to look whether the file grows, and after how many looks without that its disk hangs. */
const GROWTH = { everyMs: 60_000, looks: 15 };

/**
 * Packs a folder into a backup, in another process. Throws OperatorError, also if the file doesn't grow for 15 minutes because
 * its disk hangs, or what `signal` aborts with; the file doesn't exist then. `growth`: only tests set it.
 */
export async function pack(
  request: PackRequest,
  signal?: AbortSignal,
  growth = GROWTH,
): Promise<{ bytes: number; manifest: Manifest }> {
  signal?.throwIfAborted();
  const child = fork(new URL('./pack-entry.ts', import.meta.url), [], {
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    env: { ...childEnvironment(), ...(request.databaseUrl === undefined ? {} : databaseEnvironment()) },
    execArgv: BRIEFLY,
  });
  const { promise: ended, resolve: end } = Promise.withResolvers<PackReport>();
  const kill = () => {
    child.kill('SIGKILL');
    // It doesn't end while the disk of the file hangs.
    setTimeout(() => end({ failure: 'its process did not end' }), END_MS).unref();
  };
  const stop = () => {
    if (request.databaseUrl === undefined || !child.connected) return kill();
    // Until it ends, its transaction would keep updates of the database waiting.
    child.send(LEAVE, () => {});
    setTimeout(kill, LEAVE_MS).unref();
  };
  signal?.addEventListener('abort', stop);
  const stopLooking = whenStill(partOf(request.file), growth, () => {
    const minutes = Math.round((growth.everyMs * growth.looks) / 60_000);
    end({ failure: `its file has not grown for ${minutes} minutes` });
    stop();
  });
  child.once('error', ({ message }) => end({ failure: message }));
  child.once('message', (message) => end(PackReport.parse(message)));
  child.once('exit', (code, by) => end({ failure: `its process ended with ${code ?? by}` }));
  child.send(request);
  const report = await ended;
  signal?.removeEventListener('abort', stop);
  void stopLooking();
  if ('failure' in report) {
    // A process that was ended could not delete it.
    const part = partOf(request.file);
    await askFolder(dirname(part), () => rm(part, { force: true })).catch(() => {});
    signal?.throwIfAborted();
    throw new OperatorError(`The backup ${request.file} failed: ${report.failure}`);
  }
  return report;
}

/**
 * Calls `onStill` when a file hasn't grown for `looks` looks, also because its disk doesn't answer. Returns a function that
 * stops looking.
 */
function whenStill(
  file: string,
  { everyMs, looks }: typeof GROWTH,
  onStill: () => void,
): () => Promise<void> {
  let largest = -1;
  let still = -1;
  return every(everyMs, async () => {
    const bytes = await askFolder(dirname(file), async () => (await stat(file)).size).catch(
      (error: NodeJS.ErrnoException) => (error.code === 'ENOENT' ? null : -1),
    );
    // The rows of all tables are counted before it is begun.
    if (bytes === null) return;
    still = bytes > largest ? 0 : still + 1;
    largest = Math.max(largest, bytes);
    if (still === looks) onStill();
  });
}
