import { reasonOf } from '#server/platform/operator-error.ts';

/**
 * Calls `end` when standard output takes no more. A reader that has seen enough (`| head`) is an end like any other; what else
 * goes wrong, a full disk say, is told, and the exit code is 1.
 */
export function whenOutputCloses(end: () => void): void {
  let told = false;
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE' && !told) {
      told = true;
      process.stderr.write(`The rows could not be written: ${reasonOf(error)}\n`);
      process.exitCode = 1;
    }
    end();
  });
}
