import type { PGlite } from '@electric-sql/pglite';

/**
 * An embedded database, and how long a statement held it at most: the CPU time of the main thread in ms, where the database
 * runs, because other programs may use the machine.
 */
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
        const before = cpuMs();
        try {
          return await value.apply(target, args);
        } finally {
          longest = Math.max(longest, cpuMs() - before);
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

function cpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
