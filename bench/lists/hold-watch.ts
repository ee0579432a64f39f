import type { PGlite } from '@electric-sql/pglite';

/** An embedded database, and how long a statement held it at most, in ms. */
export interface HoldWatch {
  pglite: PGlite;
  longestMs(): number;
  reset(): void;
}

export function holdWatch(watched: PGlite): HoldWatch {
  let longest = 0;
  const pglite: PGlite = new Proxy(watched, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value !== 'function') return value;
      if (name !== 'query') return value.bind(target);
      return async (...args: unknown[]) => {
        const startedAt = performance.now();
        try {
          return await value.apply(target, args);
        } finally {
          longest = Math.max(longest, performance.now() - startedAt);
        }
      };
    },
  });
  return {
    pglite,
    longestMs: () => longest,
    reset: () => {
      longest = 0;
    },
  };
}
