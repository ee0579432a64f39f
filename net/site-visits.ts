import type { PageFaultCode } from './http/page-fault.ts';

/** The requests to one host: how many, and how long its answers took together. */
interface HostTime {
  host: string;
  requests: number;
  ms: number;
}

/** What happened on the web since the last look. */
export interface SiteVisits {
  /** pages that were asked for, by result: `read`, or why not */
  results: Partial<Record<PageFaultCode | 'read', number>>;
  hosts: HostTime[];
}

/** Hosts beyond it aren't measured until the next look, so that a thread that no one looks at stays small. */
const MOST_HOSTS = 500;

let results: SiteVisits['results'] = {};
let hosts = new Map<string, HostTime>();

/** Counts a page that was asked for. `code`: why it wasn't read; null: it was. A stopped task says nothing about a site. */
export function countPage(code: PageFaultCode | null): void {
  if (code === 'stopped') return;
  const result = code ?? 'read';
  results[result] = (results[result] ?? 0) + 1;
}

/** Counts a request that took `ms`, without the time that it waited for its turn. */
export function countRequest(host: string, ms: number): void {
  const time = hosts.get(host);
  if (time) {
    time.requests += 1;
    time.ms += ms;
  } else if (hosts.size < MOST_HOSTS) hosts.set(host, { host, requests: 1, ms });
}

/** The visits of this thread since the last call; null: there were none. */
export function takeVisits(): SiteVisits | null {
  if (hosts.size === 0 && Object.keys(results).length === 0) return null;
  const taken = { results, hosts: [...hosts.values()] };
  results = {};
  hosts = new Map();
  return taken;
}
