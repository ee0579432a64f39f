import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/**
 * What a process counts, for Prometheus. Collectors only read memory, so that /metrics answers while the database is away.
 * The names start with `leadwell_`, and the labels have few values: no accounts, addresses or hosts.
 */
export const metrics = new Registry();

/** Sums that the library gives the names of counters. The same values with labels stay. */
const MISNAMED = ['handles', 'requests', 'resources'].map((kind) => `leadwell_nodejs_active_${kind}_total`);

let hasDefaults = false;

/** Adds the measures of the process: CPU, memory, handles, and how late its event loop is. */
export function addProcessMetrics(version: string): void {
  if (hasDefaults) return;
  hasDefaults = true;
  collectDefaultMetrics({ register: metrics, prefix: 'leadwell_' });
  for (const name of MISNAMED) metrics.removeSingleMetric(name);
  gauge('build_info', 'Always 1. The label is the version of Leadwell.', ['version']).set({ version }, 1);
}

/** A count that only grows. Its name ends in `_total`. */
export function counter<Label extends string>(name: string, help: string, labelNames: Label[] = []) {
  return new Counter({ name: `leadwell_${name}`, help, labelNames, registers: [metrics] });
}

/** A value that goes up and down. */
export function gauge<Label extends string>(name: string, help: string, labelNames: Label[] = []) {
  return new Gauge({ name: `leadwell_${name}`, help, labelNames, registers: [metrics] });
}

/** How values are spread, in buckets of these upper limits. */
export function histogram<Label extends string>(
  name: string,
  help: string,
  options: { labelNames: Label[]; buckets: number[] },
) {
  return new Histogram({ name: `leadwell_${name}`, help, ...options, registers: [metrics] });
}

/** The value of a gauge without labels in this process; 0 if nothing has set it. */
export async function gaugeValue(name: string): Promise<number> {
  const [value] = (await metrics.getSingleMetric(`leadwell_${name}`)?.get())?.values ?? [];
  return value?.value ?? 0;
}
