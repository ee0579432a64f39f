import { describe, expect, it } from 'vitest';
import { clearChanges, fillChanges, type GridContent, loadedTexts, rangeTexts } from './cell-texts.ts';
import type { DataColumn, DataRow } from './data-grid-props.ts';

const columns: DataColumn[] = [
  { id: 'a', header: 'A', width: 100, type: 'text', editable: true },
  { id: 'b', header: 'B', width: 100, type: 'text' },
  { id: 'c', header: 'C', width: 100, type: 'text', editable: true },
];
const rows: (DataRow | undefined)[] = [
  { id: 10, cells: { a: '1', b: '2', c: '3' } },
  { id: 11, cells: { a: '4' } },
  undefined,
];
const content: GridContent = {
  columns,
  rows: { rowAt: (index) => rows[index], subscribe: () => () => undefined },
};
const all = { top: 0, bottom: 2, left: 0, right: 2 };

it('reads loaded texts, and null if a row is missing', () => {
  expect(loadedTexts(content, { ...all, bottom: 1 })).toEqual([
    ['1', '2', '3'],
    ['4', '', ''],
  ]);
  expect(loadedTexts(content, all)).toBeNull();
});

it('asks the page for rows that aren’t loaded', async () => {
  const asked: unknown[] = [];
  const readRange = async (...range: unknown[]) => {
    asked.push(range);
    return [['x'], ['y'], ['z']];
  };
  expect(await rangeTexts({ ...content, readRange }, { ...all, right: 0 })).toEqual([['x'], ['y'], ['z']]);
  expect(asked).toEqual([[0, 2, ['a']]]);
  expect(await rangeTexts(content, { ...all, right: 0 })).toEqual([[''], [''], ['']]);
});

describe('changes', () => {
  it('clear cells that can be edited and have a text or aren’t loaded', () => {
    expect(clearChanges(content, all)).toEqual([
      { rowIndex: 0, rowId: 10, columnId: 'a', value: '' },
      { rowIndex: 0, rowId: 10, columnId: 'c', value: '' },
      { rowIndex: 1, rowId: 11, columnId: 'a', value: '' },
      { rowIndex: 2, rowId: null, columnId: 'a', value: '' },
      { rowIndex: 2, rowId: null, columnId: 'c', value: '' },
    ]);
  });

  it('fill cells, but not those that have the text already', () => {
    const fill = { source: { ...all, bottom: 0 }, target: { ...all, top: 1 } };
    const texts = [['4', '2', '3']];
    expect(fillChanges(content, fill, texts)).toEqual([
      { rowIndex: 1, rowId: 11, columnId: 'c', value: '3' },
      { rowIndex: 2, rowId: null, columnId: 'a', value: '4' },
      { rowIndex: 2, rowId: null, columnId: 'c', value: '3' },
    ]);
  });
});
