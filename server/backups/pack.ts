import { fork } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Manifest } from '../platform/backup/manifest.ts';
import { PackReport, type PackRequest } from '../platform/backup/pack-request.ts';
import { partOf } from '../platform/backup/write-archive.ts';
import { askFolder } from '../platform/disk/ask-folder.ts';
import { OperatorError } from '../platform/operator-error.ts';
import { childEnvironment, databaseEnvironment } from '../platform/process/child-environment.ts';

/** How long a process that was killed may take for its end. */
const END_MS = 3000;

/**
 * Packs a folder into a backup, in another process. Throws OperatorError, or what `signal` aborts with; the file doesn't
 * exist then.
 */
export async function pack(
  request: PackRequest,
  signal?: AbortSignal,
): Promise<{ bytes: number; manifest: Manifest }> {
  signal?.throwIfAborted();
  const child = fork(new URL('./pack-entry.ts', import.meta.url), [], {
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    env: { ...childEnvironment(), ...(request.databaseUrl === undefined ? {} : databaseEnvironment()) },
    execArgv: [],
  });
  let kill = () => {};
  const report = await new Promise<PackReport>((resolve) => {
    kill = () => {
      child.kill('SIGKILL');
      // It doesn't end while the disk of the file hangs.
      setTimeout(() => resolve({ failure: 'its process did not end' }), END_MS).unref();
    };
    signal?.addEventListener('abort', kill);
    child.once('error', ({ message }) => resolve({ failure: message }));
    child.once('message', (message) => resolve(PackReport.parse(message)));
    child.once('exit', (code, signal) => resolve({ failure: `its process ended with ${code ?? signal}` }));
    child.send(request);
  });
  signal?.removeEventListener('abort', kill);
  if ('failure' in report) {
    // A process that was ended could not delete it.
    const part = partOf(request.file);
    await askFolder(dirname(part), () => rm(part, { force: true })).catch(() => {});
    signal?.throwIfAborted();
    throw new OperatorError(`The backup ${request.file} failed: ${report.failure}`);
  }
  return report;
}
