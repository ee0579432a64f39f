import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { PeopleSource } from './people-source.ts';
import { type RunStore, scrapePeople } from './scrape-people.ts';
import { memoryRunStore } from './test-run-store.ts';

/** A source that changes its state or fails at given reads. */
function scripted(script: {
  records: number;
  events: Map<number, 'change' | 'fail'>;
}): PeopleSource & { reads(): number } {
  let version = 0;
  let reads = 0;
  return {
    name: 'database',
    understood: [],
    unmapped: [],
    reads: () => reads,
    state: async () => ({ version: String(version), columns: ['id'], sample: false }),
    count: async () => script.records,
    page: async ({ after, most }) => {
      const of = version;
      reads += 1;
      const event = script.events.get(reads);
      if (event === 'fail') throw new Error('not now');
      if (event === 'change') version += 1;
      const from = Number(after ?? 0);
      const upTo = Math.min(script.records, from + Math.min(most, 700));
      return {
        records: Array.from({ length: upTo - from }, (_, n) => [`${of}-${from + n}`]),
        keys: [],
        next: String(upTo),
        more: upTo < script.records,
      };
    },
  };
}

const never = new AbortController().signal;

it('the file has the first records of one state, each once, whatever changes or fails meanwhile', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 0, max: 9000 }),
      fc.integer({ min: 1, max: 9000 }),
      fc.array(
        fc.tuple(fc.integer({ min: 1, max: 30 }), fc.constantFrom('change' as const, 'fail' as const)),
        {
          maxLength: 8,
        },
      ),
      async (records, wanted, events) => {
        const source = scripted({ records, events: new Map(events) });
        const store = memoryRunStore();
        let found: number | null = null;
        for (let tries = 0; found === null; tries += 1) {
          if (tries > 9) throw new Error('never done');
          found = await scrapePeople(source, store, wanted, never).catch(() => null);
        }
        const { version } = await source.state();
        const first = Array.from({ length: Math.min(records, wanted) }, (_, n) => `${version}-${n}`);
        expect(store.rows()).toEqual(first);
        expect(found).toBe(first.length);
      },
    ),
    { numRuns: 60 },
  );
});

it('a run that another worker took ends without further reads', async () => {
  const source = scripted({ records: 5000, events: new Map() });
  const store = memoryRunStore();
  let adds = 0;
  const taken: RunStore = {
    begin: store.begin,
    add: (chunk) => {
      adds += 1;
      return adds === 2 ? Promise.resolve(null) : store.add(chunk);
    },
  };
  expect(await scrapePeople(source, taken, 5000, never)).toBeNull();
  expect(source.reads()).toBe(2);
});

it('a stop ends a run between two pages', async () => {
  const stop = new AbortController();
  const source = scripted({ records: 5000, events: new Map() });
  const store = memoryRunStore();
  const stopped = scrapePeople(
    source,
    {
      begin: store.begin,
      add: (chunk) => {
        stop.abort(new Error('stopped'));
        return store.add(chunk);
      },
    },
    5000,
    stop.signal,
  );
  await expect(stopped).rejects.toThrow('stopped');
  expect(source.reads()).toBe(1);
});
