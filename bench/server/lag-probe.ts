import { monitorEventLoopDelay } from 'node:perf_hooks';
import { isMainThread } from 'node:worker_threads';

/**
 * Loaded into the measured server with `--import`. On SIGUSR2 it writes the event loop delay since the
 * previous signal, in ms, to stdout: `lag {"p50":..,"p99":..,"max":..}`.
 */
if (isMainThread) {
  const delays = monitorEventLoopDelay({ resolution: 10 });
  delays.enable();
  process.on('SIGUSR2', () => {
    const ms = (nanoseconds: number) => Math.max(0, nanoseconds / 1e6 - 10);
    const lag = { p50: ms(delays.percentile(50)), p99: ms(delays.percentile(99)), max: ms(delays.max) };
    process.stdout.write(`lag ${JSON.stringify(lag)}\n`);
    delays.reset();
  });
}
