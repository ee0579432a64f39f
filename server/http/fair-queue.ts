/** Runs a limited amount of work at once. The keys that wait take turns, so none can make the others wait long. */
export interface FairQueue {
  /** Runs `work` when its turn comes. null: too much work waits already. */
  run<T>(key: string, work: () => Promise<T>): Promise<{ result: T } | null>;
}

export function createFairQueue({
  concurrent,
  maxWaiting,
}: {
  concurrent: number;
  maxWaiting: number;
}): FairQueue {
  /** The work of each key that waits, the key whose turn is next first. */
  const waiting = new Map<string, (() => void)[]>();
  let running = 0;
  let waitingCount = 0;

  function startNext(): boolean {
    const [next] = waiting;
    if (!next) return false;
    const [key, starts] = next;
    waiting.delete(key);
    const start = starts.shift();
    if (starts.length > 0) waiting.set(key, starts);
    waitingCount -= 1;
    start?.();
    return true;
  }

  return {
    run: async (key, work) => {
      if (running >= concurrent) {
        if (waitingCount >= maxWaiting) return null;
        waitingCount += 1;
        // The work before it hands over its slot, so `running` doesn't change.
        await new Promise<void>((resolve) => {
          const own = waiting.get(key);
          if (own) own.push(resolve);
          else waiting.set(key, [resolve]);
        });
      } else {
        running += 1;
      }
      try {
        return { result: await work() };
      } finally {
        if (!startNext()) running -= 1;
      }
    },
  };
}
