import { once } from 'node:events';
import type { Writable } from 'node:stream';
import { fileReason } from '#server/platform/file-reason.ts';

/**
 * Calls `end` when standard output takes no more. A reader that closes early (`| head`) is not an error. Any
 * other failure, such as a full disk, is reported, and the exit code is 1.
 */
export function whenOutputCloses(end: () => void): void {
  let reported = false;
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE' && !reported) {
      reported = true;
      process.stderr.write(`Could not write the rows: ${fileReason(error)}\n`);
      process.exitCode = 1;
    }
    end();
  });
}

/** Resolves when the stream takes more, fails, or the signal aborts. */
export async function drained(out: Writable, signal: AbortSignal): Promise<void> {
  await once(out, 'drain', { signal }).catch(() => {});
}
