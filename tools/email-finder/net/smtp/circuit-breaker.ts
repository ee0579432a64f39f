import { LRUCache } from 'lru-cache';

/** Pauses requests to hosts that refused us or didn't respond. */
export interface CircuitBreaker<Fault> {
  /** The fault that opened the circuit of this host, or null if it is closed. */
  check(host: string): Fault | null;
  open(host: string, fault: Fault, forMs: number): void;
}

const MAX_HOSTS = 4_096;

export function createCircuitBreaker<Fault>(now: () => number): CircuitBreaker<Fault> {
  const opened = new LRUCache<string, { fault: Fault; until: number }>({ max: MAX_HOSTS });
  return {
    check(host) {
      const entry = opened.get(host);
      return entry && entry.until > now() ? entry.fault : null;
    },
    open(host, fault, forMs) {
      opened.set(host, { fault, until: now() + forMs });
    },
  };
}
