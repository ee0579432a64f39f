/** Token buckets by key: a steady rate with a burst. */
export interface TokenBuckets {
  /** Takes a token and returns how long to wait before using it, in ms; 0 if one is available. */
  take(key: string): number;
}

export interface TokenRate {
  perSecond: number;
  burst: number;
}

/** Beyond this, full buckets are dropped. Others must be kept for the rate to be correct. */
const MAX_KEYS = 4_096;

export function createTokenBuckets({ perSecond, burst }: TokenRate, now: () => number): TokenBuckets {
  /** time when a bucket is full again */
  const fullAt = new Map<string, number>();
  const tokenMs = 1_000 / perSecond;
  return {
    take(key) {
      const at = now();
      const full = Math.max(fullAt.get(key) ?? 0, at) + tokenMs;
      fullAt.set(key, full);
      if (fullAt.size > MAX_KEYS) {
        for (const [name, time] of fullAt) if (time <= at) fullAt.delete(name);
      }
      return Math.max(0, full - at - burst * tokenMs);
    },
  };
}
