// On PostgreSQL: its transactions run at the same time.
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { type LeadBench, openLeadBench } from '../leads/test-leads.ts';
import { addOptOuts } from './opt-outs.ts';
import { sweepOptedOut } from './sweep.ts';

let bench: LeadBench;
beforeAll(async () => {
  bench = await openLeadBench();
});
afterEach(() => bench.deps.database.db.deleteFrom('opt_outs').execute());
afterAll(() => bench.close());

/** More than one batch of entries. */
const MANY = Array.from({ length: 5001 }, (_, index) => ({
  kind: 'email' as const,
  value: `${index}@swept.example`,
}));
const one = (value: string) => [{ kind: 'email' as const, value }];
const nothing = async () => {};

async function entriesOnList(): Promise<number> {
  const { count } = await bench.deps.database.db
    .selectFrom('opt_outs')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

it('runs again for the batches of an import that came during or after it, without the clock having moved', async () => {
  /** how many entries each sweep saw */
  const seen: number[] = [];
  const sweep = (step = nothing) =>
    sweepOptedOut(
      bench.deps,
      'a test',
      async () => {
        seen.push(await entriesOnList());
        await step();
        return null;
      },
      new AbortController().signal,
    );
  let batches = 0;
  await addOptOuts(bench.deps, MANY, async () => {
    batches += 1;
    if (batches === 1) expect(await sweep()).toBe(true);
  });
  expect(batches).toBe(2);
  const during = async () => void (await addOptOuts(bench.deps, one('during@swept.example'), nothing));
  expect(await sweep(during)).toBe(true);
  expect(await sweep()).toBe(true);
  expect(await sweep()).toBe(false);
  expect(seen).toEqual([5000, 5001, 5002]);
});

it('runs again for entries of a server whose clock is behind, or that were added at the same moment', async () => {
  const sweep = () => sweepOptedOut(bench.deps, 'clocks', async () => null, new AbortController().signal);
  const { clock } = bench.deps;
  const behind = { ...bench.deps, clock: { ...clock, now: () => clock.now() - 60_000 } };
  await addOptOuts(bench.deps, one('ahead@swept.example'), nothing);
  expect(await sweep()).toBe(true);
  await addOptOuts(behind, one('behind@swept.example'), nothing);
  expect(await sweep()).toBe(true);
  const all = ['a', 'b', 'c', 'd'].map((name) => one(`${name}@swept.example`));
  await Promise.all(all.map((entries) => addOptOuts(behind, entries, nothing)));
  const rows = await bench.deps.database.db.selectFrom('opt_outs').select('created_at').execute();
  expect(new Set(rows.map(({ created_at }) => created_at.getTime())).size).toBe(6);
});

it('runs again 15 minutes after the newest entry, then every day, and goes on where it was stopped', async () => {
  const { clock, database } = bench.deps;
  let steps: (string | null)[] = [];
  const sweep = async (stopping = new AbortController()) => {
    steps = [];
    const step = async (after: string | null) => {
      steps.push(after);
      if (steps.length === 2) stopping.abort();
      return after === null ? 'a' : after === 'a' ? 'b' : null;
    };
    const did = await sweepOptedOut(bench.deps, 'again', step, stopping.signal);
    return did && steps;
  };
  await addOptOuts(bench.deps, one('again@swept.example'), nothing);
  expect(await sweep()).toEqual([null, 'a']);
  expect(await sweep()).toEqual(['b']);
  clock.advance(14 * 60_000);
  expect(await sweep()).toBe(false);
  clock.advance(60_000);
  expect(await sweep()).toEqual([null, 'a']);
  clock.advance(1000);
  expect(await sweep()).toEqual(['b']);
  clock.advance(23 * 3_600_000);
  expect(await sweep()).toBe(false);
  clock.advance(3_600_000);
  expect(await sweep()).toEqual([null, 'a']);
  // A new entry is applied first.
  await addOptOuts(bench.deps, one('later@swept.example'), nothing);
  expect(await sweep()).toEqual([null, 'a']);
  expect(await sweep()).toEqual(['b']);
  expect(await sweep()).toEqual(['b']);
  clock.advance(15 * 60_000);
  expect(await sweep()).toEqual([null, 'a']);
  await database.db.deleteFrom('opt_outs').execute();
  expect(await sweep()).toBe(false);
});
