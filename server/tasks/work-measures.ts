import { z } from 'zod';
import { recentItems } from './settled-metrics.ts';
import { recentHosts, recentPages } from './site-metrics.ts';

/** What workers did in the last minutes. */
export const WorkMeasures = z.object({
  items: z.array(z.object({ tool: z.string(), done: z.number(), failed: z.number() })),
  /** pages of sites by result: `read`, or why not */
  pages: z.array(z.object({ result: z.string(), count: z.number() })),
  /** the slowest hosts; `ms`: the time of all requests together */
  hosts: z.array(z.object({ host: z.string(), requests: z.number(), ms: z.number() })),
});
export type WorkMeasures = z.infer<typeof WorkMeasures>;
type Host = WorkMeasures['hosts'][number];

const SLOWEST_HOSTS = 10;

/** What this process did in the last minutes. */
export function recentWork(): WorkMeasures {
  return {
    items: [...recentItems.read()].map(([tool, { count, sum }]) => ({ tool, done: count, failed: sum })),
    pages: [...recentPages.read()].map(([result, { count }]) => ({ result, count })),
    hosts: slowest(
      [...recentHosts.read()].map(([host, { count, sum }]) => ({
        host,
        requests: count,
        ms: Math.round(sum),
      })),
    ),
  };
}

/** The work of several workers together. */
export function sumOfWork(all: readonly WorkMeasures[]): WorkMeasures {
  const items = new Map<string, WorkMeasures['items'][number]>();
  const pages = new Map<string, number>();
  const hosts = new Map<string, Host>();
  for (const one of all) {
    for (const { tool, done, failed } of one.items) {
      const sum = items.get(tool);
      items.set(tool, { tool, done: done + (sum?.done ?? 0), failed: failed + (sum?.failed ?? 0) });
    }
    for (const { result, count } of one.pages) pages.set(result, count + (pages.get(result) ?? 0));
    for (const { host, requests, ms } of one.hosts) {
      const sum = hosts.get(host);
      hosts.set(host, { host, requests: requests + (sum?.requests ?? 0), ms: ms + (sum?.ms ?? 0) });
    }
  }
  return {
    items: [...items.values()],
    pages: [...pages].map(([result, count]) => ({ result, count })).sort((a, b) => b.count - a.count),
    hosts: slowest([...hosts.values()]),
  };
}

function slowest(hosts: readonly Host[]): Host[] {
  return [...hosts].sort((a, b) => b.ms / b.requests - a.ms / a.requests).slice(0, SLOWEST_HOSTS);
}
