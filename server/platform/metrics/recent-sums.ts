/** How often something happened, and a sum over that, such as the time it took. */
export interface RecentSum {
  count: number;
  sum: number;
}

/** Sums of the last minutes by key, in the memory of this process. */
export interface RecentSums {
  add(key: string, count: number, sum: number): void;
  read(): Map<string, RecentSum>;
}

/** How many minutes the sums are about. */
export const RECENT_MINUTES = 10;
const SLOT_MS = 60_000;
/** In each minute, keys beyond it aren't counted. */
const MOST_KEYS = 1000;

/** Creates sums of the last `RECENT_MINUTES` minutes. `now`: the time in ms. */
export function createRecentSums(now: () => number = Date.now): RecentSums {
  let slots: { minute: number; sums: Map<string, RecentSum> }[] = [];
  const minuteNow = () => Math.floor(now() / SLOT_MS);
  const current = (minute: number) => slots.filter((slot) => slot.minute > minute - RECENT_MINUTES);
  return {
    add(key, count, sum) {
      const minute = minuteNow();
      let slot = slots.at(-1);
      if (slot?.minute !== minute) {
        slot = { minute, sums: new Map() };
        slots = [...current(minute), slot];
      }
      const known = slot.sums.get(key);
      if (known) {
        known.count += count;
        known.sum += sum;
      } else if (slot.sums.size < MOST_KEYS) slot.sums.set(key, { count, sum });
    },
    read() {
      const all = new Map<string, RecentSum>();
      for (const { sums } of current(minuteNow()))
        for (const [key, { count, sum }] of sums) {
          const before = all.get(key) ?? { count: 0, sum: 0 };
          all.set(key, { count: before.count + count, sum: before.sum + sum });
        }
      return all;
    },
  };
}
