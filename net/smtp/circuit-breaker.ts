/** Keeps us from hosts that just refused us or did not answer: asking again would only make it worse, or cost the same wait. */
export interface CircuitBreaker<Fault> {
  /** The fault that opened the circuit of this host; null where it is closed. */
  check(host: string): Fault | null;
  open(host: string, fault: Fault, forMs: number): void;
}

/** Hosts remembered; expired ones are dropped when there are more. */
const MOST_HOSTS = 4_096;

export function createCircuitBreaker<Fault>(now: () => number): CircuitBreaker<Fault> {
  const opened = new Map<string, { fault: Fault; until: number }>();
  return {
    check(host) {
      const entry = opened.get(host);
      if (!entry) return null;
      if (entry.until > now()) return entry.fault;
      opened.delete(host);
      return null;
    },
    open(host, fault, forMs) {
      opened.set(host, { fault, until: now() + forMs });
      if (opened.size <= MOST_HOSTS) return;
      for (const [name, { until }] of opened) if (until <= now()) opened.delete(name);
      if (opened.size > MOST_HOSTS) opened.delete(opened.keys().next().value ?? '');
    },
  };
}
