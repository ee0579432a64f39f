import { once } from 'node:events';
import type { Writable } from 'node:stream';
import { fileReason } from '#server/platform/file-reason.ts';

/**
 * Reports once that standard output can't be written, such as on a full disk. The exit code is then 1. A reader that closes early
 * (`| head`) is not an error. Every command starts with it.
 */
export function reportOutputErrors(): void {
  let reported = false;
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE' || reported) return;
    reported = true;
    process.stderr.write(`Could not write the output: ${fileReason(error)}\n`);
    process.exitCode = 1;
  });
}

/** Calls `end` when standard output takes no more. */
export function whenOutputCloses(end: () => void): void {
  process.stdout.on('error', end);
}

/** Resolves when the stream takes more, fails, or the signal aborts. */
export async function drained(out: Writable, signal: AbortSignal): Promise<void> {
  await once(out, 'drain', { signal }).catch(() => {});
}
