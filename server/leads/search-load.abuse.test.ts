import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { noFilters } from '#contract/lead-filters.ts';
import { LEAD_DATABASES } from '#contract/leads.ts';
import { createSearchTurns } from '../http/search-turns.ts';
import { recordDrop } from './lead-tables.ts';
import { type LeadBench, openLeadBench, type Searcher } from './test-leads.ts';

let bench: LeadBench;
let attacker: Searcher;
beforeAll(async () => {
  bench = await openLeadBench();
  attacker = await bench.person();
  // Without samples, which take seconds to load.
  for (const database of LEAD_DATABASES) await recordDrop(bench.deps.warehouse, database, new Date());
});
afterEach(() => vi.restoreAllMocks());
afterAll(() => bench.close());

const TOO_LONG = 'All filters together can have at most 5,000 characters. Remove some entries and try again.';
const words = (count: number, chars: number, prefix = '') =>
  Array.from({ length: count }, (_, index) => `${prefix}${index}-`.padEnd(chars, 'abcdefghij'));

describe('a search with very many or very long keywords', () => {
  it.each(['count', 'search', 'export'])('is refused without a query (%s)', async (action) => {
    const queries = vi.spyOn(bench.deps.warehouse, 'rows');
    const replies = await Promise.all(
      Array.from({ length: 12 }, () =>
        attacker.call('apollo', { action, filters: { includeJobTitles: words(1000, 200) } }),
      ),
    );
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([400]));
    expect(queries).not.toHaveBeenCalled();
  });

  it('is refused by the length of all its filters together, with a clear message', async () => {
    const [half, rest] = [words(25, 100), words(25, 100, 'b')];
    const error = async (database: (typeof LEAD_DATABASES)[number], filters: object) => {
      const { status, body } = await attacker.call(database, { action: 'count', filters });
      return status === 200 ? 'fits' : `${status} ${body.error.message}`;
    };
    const both = { includeJobTitles: half, excludeJobTitles: rest };
    expect(await error('apollo', both)).toBe('fits');
    expect(await error('apollo', { ...both, includeIndustries: ['y'] })).toBe(`400 ${TOO_LONG}`);
    expect(await error('leadrocks', { ...both, excludeIndustries: ['y'] })).toBe(`400 ${TOO_LONG}`);
    expect(
      await error('sales_navigator', {
        jobTitle: { include: half, exclude: rest },
        skills: { include: ['y'] },
      }),
    ).toBe(`400 ${TOO_LONG}`);
    expect(await error('apollo', { includeJobTitles: ['x'.repeat(101)] })).toBe(
      '400 A filter entry can have at most 100 characters',
    );
    expect(await error('apollo', { includeJobTitles: words(251, 4) })).toBe(
      '400 A filter can have at most 250 entries',
    );
  });

  it('is refused for filters of any other source, such as a people search URL', async () => {
    const filters = { ...noFilters(), titles: { include: words(51, 100), exclude: [] } };
    const refused = { code: 'validation_failed', message: TOO_LONG };
    await expect(bench.deps.leadSearch.count('apollo', filters)).rejects.toMatchObject(refused);
    const page = { limit: 25, offset: 0 };
    await expect(bench.deps.leadSearch.page('apollo', filters, page)).rejects.toMatchObject(refused);
  });
});

it.each([
  ['search', 'apollo', (word: string) => ({ action: 'count', filters: { includeJobTitles: [word] } })],
  ['map', 'local_businesses', (word: string) => ({ action: 'map', filters: { includeKeywords: [word] } })],
] as const)('one account runs one %s at a time, while others do the same', async (_, database, body) => {
  const [attacking, other] = [await bench.person(), await bench.person()];
  const running = new Map<string, number>();
  const peaks = new Map<string, number>();
  const hold = Promise.withResolvers<void>();
  const { rows } = bench.deps.warehouse;
  vi.spyOn(bench.deps.warehouse, 'rows').mockImplementation(async (statement, shape, options) => {
    const params = JSON.stringify(statement.params ?? {});
    const keyword = ['attack', 'founder'].find((word) => params.includes(word));
    if (keyword === undefined) return rows(statement, shape, options);
    running.set(keyword, (running.get(keyword) ?? 0) + 1);
    peaks.set(keyword, Math.max(peaks.get(keyword) ?? 0, running.get(keyword) ?? 0));
    if (keyword === 'attack') await hold.promise;
    const result = await rows(statement, shape, options);
    running.set(keyword, (running.get(keyword) ?? 0) - 1);
    return result;
  });
  const search = (searcher: Searcher, keyword: string) => searcher.call(database, body(keyword));
  const attack = Array.from({ length: 20 }, () => search(attacking, 'attack'));
  expect((await search(other, 'founder')).status).toBe(200);
  hold.resolve();
  const statuses = (await Promise.all(attack)).map(({ status }) => status);
  expect(peaks).toEqual(
    new Map([
      ['attack', 1],
      ['founder', 1],
    ]),
  );
  // One runs and ten wait.
  expect(statuses.filter((status) => status === 200)).toHaveLength(11);
  expect(statuses.filter((status) => status === 429)).toHaveLength(9);
});

describe('the turns of an account', () => {
  it('come in order, and end with a failure too', async () => {
    const turns = createSearchTurns(5);
    const log: string[] = [];
    const first = Promise.withResolvers<void>();
    const all = [
      turns.run('a', () => first.promise.then(() => void log.push('first'))),
      turns.run('a', async () => {
        log.push('second');
        throw new Error('failed');
      }),
      turns.run('a', async () => void log.push('third')),
    ];
    first.resolve();
    expect((await Promise.allSettled(all)).map(({ status }) => status)).toEqual([
      'fulfilled',
      'rejected',
      'fulfilled',
    ]);
    expect(log).toEqual(['first', 'second', 'third']);
  });

  it('skip work whose caller has left', async () => {
    const turns = createSearchTurns(1);
    const first = Promise.withResolvers<void>();
    const leaving = new AbortController();
    const work = vi.fn(async () => {});
    const running = turns.run('a', () => first.promise);
    const left = expect(turns.run('a', work, leaving.signal)).rejects.toThrow('left');
    leaving.abort(new Error('left'));
    await left;
    // The place is free again.
    const last = turns.run('a', async () => 'last');
    first.resolve();
    expect(await last).toBe('last');
    await running;
    expect(work).not.toHaveBeenCalled();
  });
});
