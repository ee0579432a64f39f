import { LRUCache } from 'lru-cache';

/** Pauses requests to hosts that refused us or didn't respond. */
export interface CircuitBreaker<Fault> {
  /**
   * The fault that opened the circuit of this host, or null if it is closed. It is closed for those who would wait
   * longer than it was waited for.
   */
  check(host: string, patienceMs: number): Fault | null;
  /** `waitedMs`: how long the host had to respond; Infinity, the default, if it did. */
  open(host: string, fault: Fault, forMs: number, waitedMs?: number): void;
}

const MAX_HOSTS = 4_096;

export function createCircuitBreaker<Fault>(now: () => number): CircuitBreaker<Fault> {
  const opened = new LRUCache<string, { fault: Fault; until: number; waitedMs: number }>({ max: MAX_HOSTS });
  return {
    check(host, patienceMs) {
      const entry = opened.get(host);
      return entry && entry.until > now() && entry.waitedMs >= patienceMs ? entry.fault : null;
    },
    open(host, fault, forMs, waitedMs = Number.POSITIVE_INFINITY) {
      opened.set(host, { fault, until: now() + forMs, waitedMs });
    },
  };
}
