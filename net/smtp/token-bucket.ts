/** A steady rate with room for a burst, for each key. */
export interface TokenBuckets {
  /** Takes a token and tells how long to wait before using it, in ms; 0 while there are tokens. */
  take(key: string): number;
}

export interface TokenRate {
  perSecond: number;
  burst: number;
}

/** Keys remembered; full buckets are dropped when there are more. */
const MOST_KEYS = 4_096;

export function createTokenBuckets({ perSecond, burst }: TokenRate, now: () => number): TokenBuckets {
  /** the time at which a bucket is full again */
  const fullAt = new Map<string, number>();
  const tokenMs = 1_000 / perSecond;
  return {
    take(key) {
      const at = now();
      const full = Math.max(fullAt.get(key) ?? 0, at) + tokenMs;
      fullAt.set(key, full);
      if (fullAt.size > MOST_KEYS) {
        for (const [name, time] of fullAt) if (time <= at) fullAt.delete(name);
      }
      return Math.max(0, full - at - burst * tokenMs);
    },
  };
}
