import type { Owner } from './cpu-shares.ts';
import { createFairSlots, reservedRule, sharedRule } from './fair-slots.ts';

/** Limits for concurrent requests: in total, per site and per IP address. */
export interface PolitenessLimits {
  /** over all owners; one owner always leaves some free (fair-slots.ts) */
  total: number;
  /** of one owner */
  perDomain: number;
  /** of one owner */
  perAddress: number;
  /** per site and per address, in addition, for owners that have none yet */
  forOthers: number;
}

/** What a turn is for. */
export interface TurnRequest {
  owner: Owner;
  /** the site or mail host */
  domain: string;
  /** the IP address */
  address: string;
  /** minimum time between the starts of two turns of the domain (Crawl-delay) */
  spacingMs: number;
  signal: AbortSignal | null;
}

export interface Politeness {
  /**
   * Waits for a turn and returns the function that ends it. Free turns go to the owner that has the fewest.
   * Rejects with the signal's reason if it aborts first.
   */
  turn(request: TurnRequest): Promise<() => void>;
  /** Whether another owner with fewer turns waits for this domain or address. */
  isWanted(request: Pick<TurnRequest, 'owner' | 'domain' | 'address'>): boolean;
  /** Delays all turns of the domain by this time (Retry-After). */
  pause(domain: string, ms: number): void;
}

/** Start times kept. Beyond this, expired ones are dropped; others must not be. */
const MAX_START_TIMES = 4_096;

export function createPoliteness(limits: PolitenessLimits): Politeness {
  const perDomain = reservedRule(limits.perDomain, limits.forOthers);
  const perAddress = reservedRule(limits.perAddress, limits.forOthers);
  const slots = createFairSlots([perDomain, perAddress, sharedRule(limits.total)]);
  /** who may wait for the start time of a domain; the others wait without one */
  const starts = createFairSlots([perDomain]);
  const notBefore = new Map<string, number>();

  function postpone(domain: string, until: number): void {
    notBefore.set(domain, Math.max(until, notBefore.get(domain) ?? 0));
    if (notBefore.size <= MAX_START_TIMES) return;
    const now = Date.now();
    for (const [name, at] of notBefore) if (at <= now) notBefore.delete(name);
  }

  const isPaused = (domain: string) => (notBefore.get(domain) ?? 0) > Date.now();

  /** Waits for the domain's next start time. A turn that waits here holds no other slot. */
  async function waitForStart({ owner, domain, spacingMs, signal }: TurnRequest): Promise<() => void> {
    const leave = await starts.take(owner, [domain], signal);
    try {
      await sleep(startsIn(domain, spacingMs), signal);
    } catch (error) {
      leave();
      throw error;
    }
    return leave;
  }

  return {
    async turn(request) {
      const { owner, domain, address, spacingMs, signal } = request;
      for (;;) {
        const leave = spacingMs > 0 || isPaused(domain) ? await waitForStart(request) : null;
        try {
          const release = await slots.take(owner, [domain, address, ''], signal);
          // The domain was paused during the wait.
          if (leave || !isPaused(domain)) return release;
          release();
        } finally {
          leave?.();
        }
      }
    },
    isWanted: ({ owner, domain, address }) => slots.isWanted(owner, [domain, address]),
    pause: (domain, ms) => postpone(domain, Date.now() + ms),
  };

  function startsIn(domain: string, spacingMs: number): number {
    const now = Date.now();
    const start = Math.max(now, notBefore.get(domain) ?? 0);
    if (spacingMs > 0) postpone(domain, start + spacingMs);
    return start - now;
  }
}

/** Rejects with the signal's reason if it aborts first. */
async function sleep(ms: number, signal: AbortSignal | null): Promise<void> {
  signal?.throwIfAborted();
  if (ms <= 0) return;
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
