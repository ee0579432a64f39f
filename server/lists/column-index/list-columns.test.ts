import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CONDITION_KINDS, type ColumnCondition, readComparable } from '#contract/column-conditions.ts';
import { meets } from '#tools/list-tool/column-filter.ts';
import { containsText, searchText } from '#tools/list-tool/row-text.ts';
import { comparerOf } from '../list-search.ts';
import { sortValue } from '../sort-value.ts';
import { type IndexedRow, type IndexQuery, ListColumns } from './list-columns.ts';
import { COLUMNS, isAnswered, TRICKY } from './test-rows.ts';

/** What can be a value of a row. PostgreSQL can't store the character 0. */
const value = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...TRICKY) },
  { weight: 1, arbitrary: fc.integer({ min: -50, max: 50 }).map(String) },
  {
    weight: 1,
    arbitrary: fc
      .string({ unit: 'grapheme', maxLength: 5 })
      .filter((text) => text.isWellFormed() && !text.includes('\0')),
  },
);

/** The values of a row. */
const rowCells: fc.Arbitrary<Record<string, string>> = fc.dictionary(fc.constantFrom(...COLUMNS), value, {
  maxKeys: COLUMNS.length,
  noNullPrototype: true,
});

/** A part of a value, as a person types it. */
const typed = fc
  .tuple(value, fc.nat({ max: 3 }), fc.integer({ min: 1, max: 6 }))
  .map(([text, from, length]) =>
    Array.from(text)
      .slice(from, from + length)
      .join(''),
  );

const condition: fc.Arbitrary<ColumnCondition> = fc
  .record({
    fields: fc.uniqueArray(fc.constantFrom(...COLUMNS, 'unknown'), { minLength: 1, maxLength: 2 }),
    is: fc.constantFrom(...CONDITION_KINDS),
    value: fc.oneof(value, typed),
  })
  .filter(({ is, value: text }) => (is !== 'at-least' && is !== 'at-most') || readComparable(text) !== null);

/** What is asked of a list. */
const indexQuery: fc.Arbitrary<IndexQuery> = fc.record({
  search: fc.oneof({ weight: 2, arbitrary: fc.constant('') }, typed),
  where: fc.array(condition, { maxLength: 2 }),
  sort: fc.option(
    fc.record({
      column: fc.constantFrom(...COLUMNS, 'unknown'),
      direction: fc.constantFrom('asc' as const, 'desc' as const),
      asText: fc.boolean(),
    }),
  ),
  order: fc.constantFrom('latest' as const, 'added' as const, undefined),
});

/** What the rows themselves say. */
function expected(rows: ReadonlyMap<number, Record<string, string>>, query: IndexQuery): number[] {
  const { search, where = [], sort } = query;
  const matching = [...rows].filter(
    ([, cells]) =>
      (search === '' || containsText(searchText(cells, Object.keys(cells)), search)) &&
      where.every((condition) => meets(cells, condition)),
  );
  return matching
    .map(([id, cells]) => {
      const text = sort && cells[sort.column];
      return { id, ...sortValue(text ?? null, sort ?? {}) };
    })
    .sort(comparerOf(query))
    .map(({ id }) => id);
}

const all: IndexQuery = { search: '', sort: null, order: 'added' };
const filled = (count: number, cells: (id: number) => Record<string, string>): IndexedRow[] =>
  Array.from({ length: count }, (_, index) => [index + 1, cells(index + 1)]);

describe('packed columns of a list', () => {
  it('find, filter and sort like the rows, after any changes', () => {
    const step = fc.record({
      added: fc.array(rowCells, { maxLength: 15 }),
      changed: fc.array(fc.tuple(fc.nat({ max: 40 }), rowCells), { maxLength: 4 }),
      deleted: fc.array(fc.nat({ max: 40 }), { maxLength: 3 }),
      queries: fc.array(indexQuery, { minLength: 1, maxLength: 5 }),
    });
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 3 }), (steps) => {
        const columns = new ListColumns();
        const rows = new Map<number, Record<string, string>>();
        let last = 0;
        for (const { added, changed, deleted, queries } of steps) {
          const changes: IndexedRow[] = [
            ...added.map((cells): IndexedRow => [++last, cells]),
            ...changed.flatMap(([id, cells]): IndexedRow[] => (rows.has(id) ? [[id, cells]] : [])),
          ];
          for (const [id, cells] of changes) rows.set(id, cells as Record<string, string>);
          expect(columns.put(changes)).toBe(true);
          for (const id of deleted) rows.delete(id);
          columns.keep({ from: 0, to: last, ids: [...rows.keys()] });
          columns.trim();
          for (const query of queries) {
            const found = columns.find(query);
            expect(found && [...found]).toEqual(isAnswered(query) ? expected(rows, query) : null);
          }
        }
      }),
      { numRuns: 400 },
    );
  });

  it('search many texts in which it is found often, and few', () => {
    const rows = filled(3000, (id) => ({
      url: `https://firm-${id}.example`,
      note: id % 700 === 0 ? 'fírm' : 'x',
    }));
    const columns = new ListColumns();
    columns.put(rows);
    for (const search of ['firm', 'e', '-29', 'firm-1.', 'FIRM-2999.EXAMPLE', 'xh', 'examplehttps'])
      expect([...(columns.find({ ...all, search }) ?? [])]).toEqual(
        expected(new Map(rows as never), { ...all, search }),
      );
  });

  it('sort many different texts and numbers', () => {
    const words = ['Müller', 'müller', 'Mull', 'Muller & Co', '😀', '\uffee'];
    const rows = filled(2000, (id) => ({
      name: id % 9 === 0 ? String((id * 7919) % 500) : `${words[id % words.length]} ${(id * 7919) % 1000}`,
    }));
    for (const rest of [rows, rows.filter(([, cells]) => !/[😀\uffee]/u.test(cells.name ?? ''))])
      for (const direction of ['asc', 'desc'] as const) {
        const columns = new ListColumns();
        columns.put(rest);
        const query: IndexQuery = { ...all, sort: { column: 'name', direction } };
        expect([...(columns.find(query) ?? [])]).toEqual(expected(new Map(rest as never), query));
      }
  });

  it('take no more memory when values are replaced again and again', () => {
    const columns = new ListColumns();
    const round = (n: number) =>
      filled(3000, (id) => ({ email: `${n}.${id}@firm.example`, verdict: `v${n % 3}` }));
    columns.put(round(0));
    columns.trim();
    const before = columns.size;
    for (let n = 1; n < 20; n += 1) columns.put(round(n));
    expect(columns.size).toBeLessThan(before * 4);
    expect(columns.find({ ...all, search: '19.2999@' })).toHaveLength(1);
    expect(columns.find({ ...all, search: '18.2999@' })).toHaveLength(0);
    const where = [{ fields: ['verdict'], is: 'equal' as const, value: 'V1' }];
    expect(columns.find({ ...all, where })).toHaveLength(3000);
  });

  it('refuse a row that belongs between others', () => {
    const columns = new ListColumns();
    expect(
      columns.put([
        [5, { a: '1' }],
        [9, { a: '2' }],
      ]),
    ).toBe(true);
    expect(columns.put([[7, { a: '3' }]])).toBe(false);
  });
});
