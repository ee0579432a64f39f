import fc from 'fast-check';
import { expect, it } from 'vitest';
import { planShards, SHARD_ITEMS } from './plan-shards.ts';

it('keeps a site in one shard and shards small, unless one site is larger', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(60), { minLength: 1, maxLength: 900 }), async (keys) => {
      const inputs = keys.map(String);
      const shardNumbers = await planShards(inputs, (input) => input);
      expect(shardNumbers).toHaveLength(inputs.length);
      const shards = new Map<number, string[]>();
      for (const [position, shard] of shardNumbers.entries()) {
        shards.set(shard, [...(shards.get(shard) ?? []), inputs[position]!]);
      }
      expect([...shards.keys()].sort((a, b) => a - b)).toEqual([...shards.keys()].map((_, n) => n));
      expect([...shards.values()].flatMap((members) => [...new Set(members)])).toHaveLength(
        new Set(inputs).size,
      );
      for (const members of shards.values()) {
        if (new Set(members).size > 1) expect(members.length).toBeLessThanOrEqual(SHARD_ITEMS);
      }
    }),
  );
});

it('fills shards in the order of the list', async () => {
  const inputs = Array.from({ length: 120 }, (_, n) => `${n}`);
  expect(await planShards(inputs, (input) => input)).toEqual(inputs.map((_, n) => Math.floor(n / 50)));
});
