/** Repeatable random numbers, so that a round that broke something can run again. */
export interface Random {
  /** a whole number from 0 to `below` - 1 */
  below(below: number): number;
  pick<Value>(values: readonly Value[]): Value;
}

/** The generator mulberry32. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    below: (below) => Math.floor(next() * below),
    pick: (values) => {
      const picked = values[Math.floor(next() * values.length)];
      if (picked === undefined) throw new Error('There is nothing to pick from.');
      return picked;
    },
  };
}
