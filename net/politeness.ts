import { getDomain } from 'tldts';

/** Limits for concurrent requests: in total, per registrable domain and per IP address. */
export interface PolitenessLimits {
  total: number;
  perDomain: number;
  perAddress: number;
}

export interface Politeness {
  /**
   * Waits for a turn and returns the function that ends it. Turns of a domain start at least `spacingMs`
   * apart (Crawl-delay). Rejects with the signal's reason if it aborts first.
   */
  turn(domain: string, address: string, spacingMs: number, signal: AbortSignal | null): Promise<() => void>;
  /** Delays all turns of the domain by this time (Retry-After). */
  pause(domain: string, ms: number): void;
}

/** The site of a URL, for turns and shards: its registrable domain, else its host. */
export function siteOf(url: URL): string {
  return getDomain(url.hostname) ?? url.hostname;
}

interface Waiter {
  resume: () => void;
  cancelled: boolean;
}

/** FIFO semaphores by key. Drops keys without users. */
function createSlots(limit: number) {
  const used = new Map<string, { count: number; waiting: Waiter[] }>();
  return {
    /** Returns true if a slot was free. Otherwise calls the waiter's `resume` once it gets one. */
    acquire(key: string, waiter: Waiter): boolean {
      const slot = used.get(key);
      if (!slot) {
        used.set(key, { count: 1, waiting: [] });
        return true;
      }
      if (slot.count < limit) {
        slot.count += 1;
        return true;
      }
      slot.waiting.push(waiter);
      return false;
    },
    release(key: string): void {
      const slot = used.get(key);
      if (!slot) return;
      let next = slot.waiting.shift();
      while (next?.cancelled) next = slot.waiting.shift();
      if (next) next.resume();
      else if (slot.count > 1) slot.count -= 1;
      else used.delete(key);
    },
  };
}

/** Start times kept. Beyond this, expired ones are dropped; others must not be. */
const MAX_START_TIMES = 4_096;

export function createPoliteness(limits: PolitenessLimits): Politeness {
  const slots = {
    domain: createSlots(limits.perDomain),
    address: createSlots(limits.perAddress),
    total: createSlots(limits.total),
  };
  const notBefore = new Map<string, number>();

  function postpone(domain: string, until: number): void {
    notBefore.set(domain, Math.max(until, notBefore.get(domain) ?? 0));
    if (notBefore.size <= MAX_START_TIMES) return;
    const now = Date.now();
    for (const [name, at] of notBefore) if (at <= now) notBefore.delete(name);
  }

  return {
    async turn(domain, address, spacingMs, signal) {
      // The fixed order prevents deadlocks.
      const needed = [
        [slots.domain, domain],
        [slots.address, address],
        [slots.total, ''],
      ] as const;
      let acquired = 0;
      const release = () => {
        while (acquired > 0) {
          acquired -= 1;
          const [kind, key] = needed[acquired]!;
          kind.release(key);
        }
      };
      try {
        for (const [kind, key] of needed) {
          // A free slot, the usual case, needs no await.
          const waiting = slot(kind, key, signal);
          if (waiting) await waiting;
          acquired += 1;
          const wait = kind === slots.domain ? startsIn(domain, spacingMs) : 0;
          if (wait > 0) await sleep(wait, signal);
        }
      } catch (error) {
        release();
        throw error;
      }
      return release;
    },
    pause: (domain, ms) => postpone(domain, Date.now() + ms),
  };

  function startsIn(domain: string, spacingMs: number): number {
    const now = Date.now();
    const start = Math.max(now, notBefore.get(domain) ?? 0);
    if (spacingMs > 0) postpone(domain, start + spacingMs);
    return start - now;
  }
}

/** Acquires a slot. Returns null if it was free, else a promise. */
function slot(
  kind: ReturnType<typeof createSlots>,
  key: string,
  signal: AbortSignal | null,
): Promise<void> | null {
  signal?.throwIfAborted();
  const waiter: Waiter = { resume: () => {}, cancelled: false };
  if (kind.acquire(key, waiter)) return null;
  return new Promise<void>((resolve, reject) => {
    const abort = () => {
      waiter.cancelled = true;
      reject(signal?.reason);
    };
    waiter.resume = () => {
      signal?.removeEventListener('abort', abort);
      resolve();
    };
    signal?.addEventListener('abort', abort, { once: true });
  });
}

/** Rejects with the signal's reason if it aborts first. */
async function sleep(ms: number, signal: AbortSignal | null): Promise<void> {
  signal?.throwIfAborted();
  let abort = () => {};
  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    abort = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    signal?.addEventListener('abort', abort, { once: true });
  });
  signal?.removeEventListener('abort', abort);
}
