import { createFairSlots } from '#net/fair-slots.ts';

/** Who waits for whom. */
export interface TurnRule {
  /** How much work runs at once. */
  atOnce: number;
  /** `key`: the work of each key by itself. `all`: that of all keys together, which take turns. */
  of: 'key' | 'all';
  /** How much more can wait. Default: any number. */
  maxWaiting?: number;
  /** The error for work beyond `maxWaiting`. */
  refused?: () => Error;
}

/** Runs a limited amount of work at once, fairly by keys such as accounts or addresses (net/fair-slots.ts). */
export interface Turns {
  /**
   * Runs `work` when its turn comes. Throws what `refused` makes if too much waits already, and the reason of
   * `signal` if it aborts before `work` starts.
   */
  run<T>(key: string, work: () => Promise<T>, signal?: AbortSignal | null): Promise<T>;
  /** The same for work that goes on after a function returns. Returns what ends the turn, however often it is called. */
  take(key: string, signal?: AbortSignal | null): Promise<() => void>;
}

/** Creates the turns of one process. */
export function createTurns({ atOnce, of, maxWaiting = Number.POSITIVE_INFINITY, refused }: TurnRule): Turns {
  const slots = createFairSlots([{ limit: atOnce, maxHeld: () => atOnce }]);
  /** work that runs or waits, by the line it stands in */
  const open = new Map<string, number>();

  async function take(key: string, signal: AbortSignal | null = null): Promise<() => void> {
    const line = of === 'key' ? key : '';
    const before = open.get(line) ?? 0;
    if (before >= atOnce + maxWaiting) throw refused?.() ?? new Error('Too much work is waiting.');
    open.set(line, before + 1);
    const leave = () => {
      const left = (open.get(line) ?? 1) - 1;
      if (left > 0) open.set(line, left);
      else open.delete(line);
    };
    try {
      const end = await slots.take(key, [line], signal);
      let isOver = false;
      return () => {
        if (isOver) return;
        isOver = true;
        end();
        leave();
      };
    } catch (error) {
      leave();
      throw error;
    }
  }

  return {
    take,
    async run(key, work, signal = null) {
      const end = await take(key, signal);
      try {
        return await work();
      } finally {
        end();
      }
    },
  };
}
