import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createChildRunner } from '#server/platform/process/child-runner.ts';
import { LIST_LIMITS } from './person-table.ts';
import { type ListReading, type ListRecipe, readRecipes, writeRecipes } from './test-list-recipes.ts';

/** Little memory: a reader that keeps rows ends here. A reader that hangs ends at the time limit. */
const childRunner = createChildRunner({ heapMb: 128, timeMs: 55_000, concurrent: 1 });
const module = new URL('./test-list-recipes.ts', import.meta.url).href;
const HEADER = 'first_name,last_name,domain\n';

async function readInChild(...recipes: ListRecipe[]): Promise<ListReading[]> {
  return childRunner.run({ module, run: readRecipes.name, input: { recipes, limits: LIST_LIMITS } });
}

describe('reading a list in little memory', () => {
  it.each<[string, ListRecipe, Partial<ListReading>]>([
    [
      '20 million short lines at row 100,001',
      { repeat: 'a\n', times: 20_000_000 },
      { rows: 100_001, exceeded: 'rows' },
    ],
    [
      'a row of 5 million columns at column 501',
      { repeat: 'a,', times: 5_000_000 },
      { columns: 501, exceeded: 'columns' },
    ],
    [
      'a row of 5 million quoted columns at column 501',
      { repeat: '"a",', times: 5_000_000 },
      { columns: 501, exceeded: 'columns' },
    ],
    [
      'many wide rows at the budget of cells',
      { repeat: `${'a,'.repeat(399)}a\n`, times: 20_000 },
      { exceeded: 'cells' },
    ],
  ])('stops at %s', async (_, recipe, expected) => {
    const [reading] = await readInChild(recipe);
    expect(reading).toMatchObject(expected);
  });

  it('reads 10 MB of quotes that never close, and the rows before and after', async () => {
    const [reading] = await readInChild({
      start: `${HEADER}Jane,Miller,acme.com\n"`,
      repeat: '""',
      times: 5_000_000,
      end: '\nJane,Miller,acme.com\n',
    });
    expect(reading).toMatchObject({ rows: 3, broken: 1, exceeded: null });
  });

  it('stops at 100,001 of 5 million lines after a quote that never closes', async () => {
    const [reading] = await readInChild({
      start: `${HEADER}"`,
      repeat: 'a\n',
      times: 5_000_000,
    });
    expect(reading).toMatchObject({ exceeded: 'rows' });
  });

  it('reads millions of empty lines and lines of empty cells as no rows', async () => {
    const readings = await readInChild(
      { repeat: '\n', times: 2_000_000 },
      { repeat: ',\n', times: 1_000_000 },
    );
    expect(readings.map(({ rows }) => rows)).toEqual([0, 0]);
  });
});

/** Characters and pieces that the reader treats specially, and the ones that its patterns look for. */
const PIECES = [
  '"',
  '""',
  ',',
  ';',
  '\t',
  '|',
  '\n',
  '\r',
  '\r\n',
  'a',
  '.',
  '@',
  '-',
  ' ',
  'é',
  '=',
  "'",
  '+1',
];

describe('hostile lists', () => {
  it('take time in proportion to their size', async () => {
    const recipes = PIECES.flatMap((piece) =>
      PIECES.flatMap((nextPiece) => [
        { repeat: `${piece}${nextPiece}`, times: 10_000 },
        { start: '"x', repeat: `${piece}${nextPiece}`, times: 5000, end: 'x"' },
        { start: `${HEADER}a@`, repeat: `${piece}${nextPiece}`, times: 5000, end: ' b' },
      ]),
    );
    const email = { start: 'a@', repeat: '.', times: 1_000_000, end: ' b' };
    const readings = await readInChild(...recipes, email);
    expect(readings).toHaveLength(recipes.length + 1);
    const written = await childRunner.run({ module, run: writeRecipes.name, input: { recipes } });
    expect(written).toHaveLength(recipes.length);
  });

  it('of random pieces never grow, and stay inside every limit', async () => {
    const text = fc
      .array(
        fc.oneof(
          fc.constantFrom(...PIECES, 'a\n', 'a,b\n', '\n', '\n', 'sep=', '\ufeff', '\0', '\ud800'),
          fc.string(),
        ),
        {
          maxLength: 50,
        },
      )
      .map((pieces) => pieces.join(''));
    const texts = fc.sample(text, { numRuns: 2000, seed: 7 });
    const limits = { rows: 3, columns: 4, cells: 9 };
    const readings = await childRunner.run<ListReading[]>({
      module,
      run: readRecipes.name,
      input: { recipes: texts.map((repeat) => ({ repeat, times: 1 })), limits },
    });
    for (const { rows, columns, cellChars, chars, steps } of readings) {
      expect(rows).toBeLessThanOrEqual(limits.rows + 1);
      expect(columns).toBeLessThanOrEqual(limits.columns + 1);
      expect(cellChars).toBeLessThanOrEqual(chars);
      expect(steps).toBeLessThanOrEqual(5);
    }
    expect(readings.some(({ exceeded }) => exceeded !== null)).toBe(true);
  });
});
