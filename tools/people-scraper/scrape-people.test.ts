import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { PeopleSource } from './people-source.ts';
import { type RunBook, scrapePeople } from './scrape-people.ts';
import { memoryBook } from './test-book.ts';

/** A source of so many records that changes to another state, or fails, at a given read. */
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

it('whatever changes or fails on the way, the file has the first records of one state, each once', async () => {
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
        const book = memoryBook();
        let found: number | null = null;
        for (let tries = 0; found === null; tries += 1) {
          if (tries > 9) throw new Error('never done');
          found = await scrapePeople(source, book, wanted, never).catch(() => null);
        }
        const { version } = await source.state();
        const first = Array.from({ length: Math.min(records, wanted) }, (_, n) => `${version}-${n}`);
        expect(book.rows()).toEqual(first);
        expect(found).toBe(first.length);
      },
    ),
    { numRuns: 60 },
  );
});

it('a run that was taken away ends, and nothing more is asked', async () => {
  const source = scripted({ records: 5000, events: new Map() });
  const book = memoryBook();
  let adds = 0;
  const taken: RunBook = {
    begin: book.begin,
    add: (chunk) => {
      adds += 1;
      return adds === 2 ? Promise.resolve(null) : book.add(chunk);
    },
  };
  expect(await scrapePeople(source, taken, 5000, never)).toBeNull();
  expect(source.reads()).toBe(2);
});

it('a stop ends a run between two pages', async () => {
  const stop = new AbortController();
  const source = scripted({ records: 5000, events: new Map() });
  const book = memoryBook();
  const stopped = scrapePeople(
    source,
    {
      begin: book.begin,
      add: (chunk) => {
        stop.abort(new Error('stopped'));
        return book.add(chunk);
      },
    },
    5000,
    stop.signal,
  );
  await expect(stopped).rejects.toThrow('stopped');
  expect(source.reads()).toBe(1);
});
