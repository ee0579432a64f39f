import { whenOutputCloses } from './output.ts';

/**
 * Aborts on Ctrl-C, on SIGTERM, and when standard output closes. Finished rows are still written. After a
 * signal, the exit code is 128 plus its number, as in a shell.
 */
export function abortOnStop(): AbortSignal {
  const stop = new AbortController();
  for (const [signal, code] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const) {
    process.once(signal, () => {
      process.exitCode = code;
      stop.abort();
    });
  }
  whenOutputCloses(() => stop.abort());
  return stop.signal;
}
