import type { CellPlace, CellRange } from './cell-selection.ts';
import type { CellChange, DataColumn, DataGridProps, RowSource } from './data-grid-props.ts';
import { type Fill, sourceOf } from './fill.ts';

/** The most cells that one edit changes: a whole column of the largest list. */
export const MAX_CHANGED_CELLS = 100_000;
/** The most cells that are copied at once. More are a file. */
export const MAX_COPIED_CELLS = 500_000;

export const ROWS_MISSING = "These rows didn't load. Try again.";

/** The grid's content: columns as on screen, and its rows. */
export interface GridContent {
  columns: readonly DataColumn[];
  rows: RowSource;
  readRange?: DataGridProps['readRange'];
}

/** The text of a cell; empty if its row isn't loaded. */
export function cellText({ columns, rows }: GridContent, { row, column }: CellPlace): string {
  const id = columns[column]?.id;
  return (id !== undefined && rows.rowAt(row)?.cells[id]) || '';
}

/** The texts of a range if all its rows are loaded, else null. */
export function loadedTexts({ columns, rows }: GridContent, range: CellRange): string[][] | null {
  const ids = idsOf(columns, range);
  const texts: string[][] = [];
  for (let row = range.top; row <= range.bottom; row += 1) {
    const cells = rows.rowAt(row)?.cells;
    if (!cells) return null;
    texts.push(ids.map((id) => cells[id] ?? ''));
  }
  return texts;
}

/** The texts of a range. Rows that aren't loaded are read from the page; without `readRange`, they are empty. */
export async function rangeTexts(content: GridContent, range: CellRange): Promise<string[][]> {
  const ids = idsOf(content.columns, range);
  return (
    loadedTexts(content, range) ??
    (await content.readRange?.(range.top, range.bottom, ids)) ??
    Array.from({ length: range.bottom - range.top + 1 }, () => ids.map(() => ''))
  );
}

export function idsOf(columns: readonly DataColumn[], { left, right }: CellRange): string[] {
  return columns.slice(left, right + 1).map(({ id }) => id);
}

/** Empties a range: one change for each cell that can be edited and isn't known to be empty. */
export function clearChanges(content: GridContent, range: CellRange): CellChange[] {
  return changes(content, range, () => '');
}

/** Fills cells with the texts of others, which `texts` has for the source of the fill. */
export function fillChanges(
  content: GridContent,
  fill: Fill,
  texts: readonly (readonly string[])[],
): CellChange[] {
  return changes(content, fill.target, (place) => {
    const { row, column } = sourceOf(fill, place);
    return texts[row - fill.source.top]?.[column - fill.source.left] ?? '';
  });
}

function changes(
  { columns, rows }: GridContent,
  { top, bottom, left, right }: CellRange,
  valueAt: (place: CellPlace) => string,
): CellChange[] {
  const list: CellChange[] = [];
  for (let row = top; row <= bottom; row += 1) {
    const loaded = rows.rowAt(row);
    for (let column = left; column <= right; column += 1) {
      const { id, editable } = columns[column] ?? {};
      if (id === undefined || !editable) continue;
      const value = valueAt({ row, column });
      if (loaded && (loaded.cells[id] ?? '') === value) continue;
      list.push({ rowIndex: row, rowId: loaded?.id ?? null, columnId: id, value });
    }
  }
  return list;
}
