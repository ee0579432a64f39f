import { fork } from 'node:child_process';
import { rmSync } from 'node:fs';
import type { Manifest } from '../platform/backup/manifest.ts';
import { PackReport, type PackRequest } from '../platform/backup/pack-request.ts';
import { partOf } from '../platform/backup/write-archive.ts';
import { OperatorError } from '../platform/operator-error.ts';
import { childEnvironment } from '../platform/process/child-environment.ts';

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
    env: childEnvironment(),
    execArgv: [],
  });
  const kill = () => void child.kill('SIGKILL');
  signal?.addEventListener('abort', kill);
  const report = await new Promise<PackReport>((resolve) => {
    child.once('error', ({ message }) => resolve({ failure: message }));
    child.once('message', (message) => resolve(PackReport.parse(message)));
    child.once('exit', (code, signal) => resolve({ failure: `its process ended with ${code ?? signal}` }));
    child.send(request);
  });
  signal?.removeEventListener('abort', kill);
  if ('failure' in report) {
    // A process that was ended could not delete it.
    rmSync(partOf(request.file), { force: true });
    signal?.throwIfAborted();
    throw new OperatorError(`The backup ${request.file} failed: ${report.failure}`);
  }
  return report;
}
