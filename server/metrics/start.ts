import type { Deps } from '../deps.ts';
import { addProcessMetrics } from '../platform/metrics/metrics.ts';
import { serveMetrics } from '../platform/metrics/metrics-server.ts';
import { LEADWELL_VERSION } from '../platform/version.ts';
import { startMetricsSamples } from './sampler.ts';

/** Measures this process, and serves /metrics on METRICS_PORT if it is set. Throws OperatorError if the port is in use. */
export async function startMetrics(deps: Deps): Promise<{ stop(): Promise<void> }> {
  const { HOST, METRICS_PORT, METRICS_TOKEN } = deps.config;
  if (METRICS_PORT === undefined && !METRICS_TOKEN) return { stop: async () => {} };
  addProcessMetrics(LEADWELL_VERSION);
  const stopSamples = startMetricsSamples(deps);
  const server = METRICS_PORT === undefined ? null : await serveMetrics({ host: HOST, port: METRICS_PORT });
  return {
    stop: async () => {
      await server?.stop();
      await stopSamples();
    },
  };
}
