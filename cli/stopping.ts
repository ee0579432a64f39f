import { whenOutputCloses } from './output.ts';

/**
 * Aborts when the command is told to stop (Ctrl-C, SIGTERM) or standard output takes no more: what is done by then is written, and
 * the exit code is the signal's, as shells have it.
 */
export function stopWhenTold(): AbortSignal {
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
