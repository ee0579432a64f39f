import { getDomain } from 'tldts';

/** How much is asked of the web at once: requests in all, and of one registrable domain and one address. */
export interface PolitenessLimits {
  total: number;
  perDomain: number;
  perAddress: number;
}

export interface Politeness {
  /**
   * Waits for a turn and gives the function that ends it. Turns of one domain start at least `spacingMs` apart
   * (Crawl-delay). Rejects with the signal's reason when it aborts first.
   */
  turn(domain: string, address: string, spacingMs: number, signal: AbortSignal | null): Promise<() => void>;
  /** Starts no turn of the domain for this long (Retry-After). */
  pause(domain: string, ms: number): void;
}

/** The site a URL belongs to for turns and shards: its registrable domain, or its host where there is none. */
export function siteOf(url: URL): string {
  return getDomain(url.hostname) ?? url.hostname;
}

interface Waiter {
  resume: () => void;
  gone: boolean;
}

/**
 * Slots by key, first come first served. A key without users is forgotten, so the memory is that of the work in hand.
 */
function createSlots(limit: number) {
  const used = new Map<string, { count: number; waiting: Waiter[] }>();
  return {
    /** True when the slot was free; else the waiter's `resume` is called once it holds the slot. */
    take(key: string, waiter: Waiter): boolean {
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
    give(key: string): void {
      const slot = used.get(key);
      if (!slot) return;
      let next = slot.waiting.shift();
      while (next?.gone) next = slot.waiting.shift();
      if (next) next.resume();
      else if (slot.count > 1) slot.count -= 1;
      else used.delete(key);
    },
  };
}

/** Start times of a domain kept at most; expired ones are dropped when there are more. */
const SPACED_DOMAINS = 4_096;

export function createPoliteness(limits: PolitenessLimits): Politeness {
  const slots = {
    domain: createSlots(limits.perDomain),
    address: createSlots(limits.perAddress),
    total: createSlots(limits.total),
  };
  const notBefore = new Map<string, number>();

  function postpone(domain: string, until: number): void {
    notBefore.set(domain, Math.max(until, notBefore.get(domain) ?? 0));
    if (notBefore.size <= SPACED_DOMAINS) return;
    const now = Date.now();
    for (const [name, at] of notBefore) if (at <= now) notBefore.delete(name);
  }

  return {
    async turn(domain, address, spacingMs, signal) {
      // Always in this order, so that two turns can never wait for each other.
      const wanted = [
        [slots.domain, domain],
        [slots.address, address],
        [slots.total, ''],
      ] as const;
      let held = 0;
      const release = () => {
        while (held > 0) {
          held -= 1;
          const [kind, key] = wanted[held]!;
          kind.give(key);
        }
      };
      try {
        for (const [kind, key] of wanted) {
          // Nearly always free: then nothing is waited for.
          const waiting = slot(kind, key, signal);
          if (waiting) await waiting;
          held += 1;
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

/** Takes a slot: null when it was free, else a promise of it. */
function slot(
  kind: ReturnType<typeof createSlots>,
  key: string,
  signal: AbortSignal | null,
): Promise<void> | null {
  signal?.throwIfAborted();
  const waiter: Waiter = { resume: () => {}, gone: false };
  if (kind.take(key, waiter)) return null;
  return new Promise<void>((resolve, reject) => {
    const abort = () => {
      waiter.gone = true;
      reject(signal?.reason);
    };
    waiter.resume = () => {
      signal?.removeEventListener('abort', abort);
      resolve();
    };
    signal?.addEventListener('abort', abort, { once: true });
  });
}

/** Rejects with the signal's reason when it aborts first. */
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
