import { setImmediate as nextTurn } from 'node:timers/promises';

/** Target size of a shard. A site is never split, so a larger site has a larger shard. */
export const SHARD_ITEMS = 50;

/** Inputs processed before the event loop runs other work. */
const INPUTS_PER_TURN = 500;

/**
 * The shard of each input, by position. Inputs with the same key share a shard; shards fill in the order keys
 * first appear.
 */
export async function planShards(
  inputs: readonly string[],
  shardKey: (input: string) => string,
): Promise<number[]> {
  const keys: string[] = [];
  const sizes = new Map<string, number>();
  for (const [position, input] of inputs.entries()) {
    if (position % INPUTS_PER_TURN === INPUTS_PER_TURN - 1) await nextTurn();
    const key = shardKey(input);
    keys.push(key);
    sizes.set(key, (sizes.get(key) ?? 0) + 1);
  }
  const shardBySite = new Map<string, number>();
  let shard = 0;
  let filled = 0;
  for (const [key, size] of sizes) {
    if (filled > 0 && filled + size > SHARD_ITEMS) {
      shard += 1;
      filled = 0;
    }
    shardBySite.set(key, shard);
    filled += size;
  }
  return keys.map((key) => shardBySite.get(key) ?? 0);
}
