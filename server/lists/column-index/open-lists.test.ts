import { describe, expect, it } from 'vitest';
import type { IndexQuery } from './list-columns.ts';
import { OpenLists } from './open-lists.ts';

const at = { version: 1, deletedVersion: 0 };
const query: IndexQuery = { search: '', sort: null, order: 'added' };

/** Lists with a clock that a test sets. */
function openLists(limitBytes: number) {
  const clock = { now: 0 };
  const lists = new OpenLists({ limitBytes, now: () => clock.now });
  const load = (list: string, account: string, rows: number, bytes = 10_000_000) => {
    lists.answer({ kind: 'open', list, account, at, rows, bytes });
    const cells = Array.from({ length: rows }, (_, index) => [
      index + 1,
      { name: `${list} ${index}`.padEnd(40) + index },
    ]);
    return lists.answer({
      kind: 'put',
      list,
      rows: cells.map((row) => JSON.stringify(row)).join('\n'),
      after: null,
    }).kind;
  };
  const find = (list: string, now = at) =>
    lists.answer({ kind: 'find', list, now, query, offset: 0, limit: 2 });
  return { clock, lists, load, find };
}
/** What a list of 1,000 rows takes. */
const { lists: measured, load: loadOne } = openLists(1e9);
loadOne('a', 'a', 1000);
const SIZE = measured.size;

describe('open lists', () => {
  it('answer for the version they know, and say what must be read before', () => {
    const { lists, find } = openLists(1e9);
    expect(find('a')).toEqual({ kind: 'behind', from: null });
    lists.answer({ kind: 'open', list: 'a', account: 'ada', at, rows: 3, bytes: 60 });
    lists.answer({ kind: 'put', list: 'a', rows: '[1,{"n":"x"}]\n[2,{"n":"y"}]', after: 2 });
    expect(find('a')).toEqual({ kind: 'behind', from: { ...at, after: 2 } });
    lists.answer({ kind: 'put', list: 'a', rows: '[3,{"n":"z"}]', after: null });
    expect(find('a')).toEqual({ kind: 'found', ids: [1, 2], total: 3 });
    const now = { version: 3, deletedVersion: 2 };
    expect(find('a', now)).toEqual({ kind: 'behind', from: { ...at, after: null } });
    lists.answer({ kind: 'keep', list: 'a', from: 0, to: 10, ids: '[3]' });
    lists.answer({ kind: 'settle', list: 'a', at: now });
    // Most of its rows are gone, so it is read again.
    expect(find('a', now)).toEqual({ kind: 'behind', from: null });
    expect(lists.size).toBe(0);
  });

  it('are read again if the database went back', () => {
    const { load, find } = openLists(1e9);
    load('a', 'ada', 2);
    expect(find('a', { version: 0, deletedVersion: 0 })).toEqual({ kind: 'behind', from: null });
  });

  it('of one account give way to the one that it uses', () => {
    const { load, find, lists } = openLists(SIZE * 2.5);
    for (const list of ['a', 'b', 'c']) expect(load(list, 'ada', 1000)).toBe('done');
    expect(['a', 'b', 'c'].map((list) => find(list).kind)).toEqual(['behind', 'found', 'found']);
    expect(lists.size).toBeLessThan(SIZE * 2.5);
    expect(load('huge', 'ada', 12_000)).toBe('too-large');
    expect(find('c').kind).toBe('found');
  });

  it('of others stay while they are used, unless their account has more than its share', () => {
    const { load, find, clock } = openLists(SIZE * 2.5);
    load('a1', 'ada', 1000);
    load('a2', 'ada', 1000);
    expect(load('small', 'eve', 1000, 1000)).toBe('no-room');
    // Ada has more than half of the memory, and Eve's list needs less.
    expect(load('e1', 'eve', 1000)).toBe('done');
    expect(find('a1').kind).toBe('behind');
    // Each has an equal share now.
    expect(load('e2', 'eve', 1000)).toBe('done');
    expect(find('e1').kind).toBe('behind');
    expect(find('a2').kind).toBe('found');
    expect(load('e3', 'eve', 2000)).toBe('no-room');
    expect(find('a2').kind).toBe('found');
    clock.now += 60_000;
    expect(load('e3', 'eve', 2000)).toBe('done');
    expect(find('a2').kind).toBe('behind');
  });

  it('are closed when no one uses them', () => {
    const { load, clock, lists, find } = openLists(1e9);
    load('a', 'ada', 10);
    clock.now = 500;
    load('b', 'ada', 10);
    clock.now = 1000;
    expect(lists.closeUnused(1000)).toBe(1);
    expect([find('a').kind, find('b').kind]).toEqual(['behind', 'found']);
    clock.now = 5000;
    expect(lists.closeUnused(1000)).toBe(0);
  });
});
