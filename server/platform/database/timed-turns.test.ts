import { setImmediate as nextTurn } from 'node:timers/promises';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createTimedTurns } from './timed-turns.ts';

let clock = 0;

it('gives owners that always want turns the same time, whatever they use of it', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: 1, max: 100 }), { minLength: 2, maxLength: 6 }),
      async (lengths) => {
        const turns = createTimedTurns(1, () => clock);
        const used = lengths.map(() => 0);
        let atEnd: number[] | null = null;
        const owners = lengths.map(async (ms, owner) => {
          // Two at once, so that one always waits.
          const wanted = [0, 1].map(async () => {
            while (!atEnd) {
              const end = await turns.take(String(owner));
              clock += ms;
              used[owner]! += ms;
              if (Math.max(...used) > 2000) atEnd ??= [...used];
              end();
            }
          });
          await Promise.all(wanted);
        });
        await Promise.all(owners);
        // They differ by a turn or two.
        expect(Math.max(...atEnd!) - Math.min(...atEnd!)).toBeLessThanOrEqual(2 * Math.max(...lengths));
      },
    ),
    { numRuns: 50 },
  );
});

it('lets one that comes later have its share from then on, without what it did not use before', async () => {
  const turns = createTimedTurns(1, () => clock);
  const log: string[] = [];
  const work = async (name: string, count: number) => {
    for (let n = 0; n < count; n += 1) {
      const end = await turns.take(name);
      log.push(name);
      await nextTurn();
      clock += 10;
      end();
    }
  };
  const early = [work('a', 40), work('a', 40)];
  while (log.length < 20) await nextTurn();
  await Promise.all([work('b', 10), work('b', 10), ...early]);
  const shared = log.slice(20, 60);
  expect(shared.filter((name) => name === 'b')).toHaveLength(20);
  expect(shared.join('')).not.toMatch(/b{4}/);
});

it('waits for one with a very long turn no longer than the others use half a second', async () => {
  const turns = createTimedTurns(1, () => clock);
  const log: string[] = [];
  const work = async (name: string, count: number, ms: number) => {
    for (let n = 0; n < count; n += 1) {
      const end = await turns.take(name);
      log.push(name);
      await nextTurn();
      clock += ms;
      end();
    }
  };
  await Promise.all([
    work('long', 1, 60_000),
    work('long', 1, 1),
    work('short', 100, 10),
    work('short', 100, 10),
  ]);
  expect(log.lastIndexOf('long')).toBeLessThan(60);
});

it('gives several turns at once, and ends each once', async () => {
  const turns = createTimedTurns(2, () => clock);
  const [first, second] = [await turns.take('a'), await turns.take('a')];
  let third: (() => void) | null = null;
  const waiting = turns.take('a').then((end) => {
    third = end;
  });
  await nextTurn();
  expect(third).toBeNull();
  first!();
  first!();
  await waiting;
  let hasFourth = false;
  void turns.take('b').then(() => {
    hasFourth = true;
  });
  await nextTurn();
  expect(hasFourth).toBe(false);
  second!();
  await nextTurn();
  expect(hasFourth).toBe(true);
});
