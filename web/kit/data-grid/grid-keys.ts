import {
  type CellPlace,
  cellSelection,
  columnsSelection,
  extendedTo,
  type GridSize,
  inGrid,
  isSame,
  rangeOf,
  rowsSelection,
  type Selection,
  wholeSelection,
} from './cell-selection.ts';

/** A pressed key. `mod` is Ctrl, or Command on a Mac. */
export interface KeyPress {
  key: string;
  mod: boolean;
  shift: boolean;
  alt: boolean;
  /** the key types a character, with Alt Gr or without */
  types: boolean;
}

export interface KeySituation {
  selection: Selection;
  size: GridSize;
  /** rows of a screen, for Page Up and Page Down */
  pageRows: number;
  /** Tab moves from cell to cell. Otherwise it leaves the grid. */
  working: boolean;
}

/** What a key does. */
export type KeyAction =
  /** `reveal` is the cell to scroll to */
  | { kind: 'select'; selection: Selection; reveal?: CellPlace }
  /** `replace`: the typed character replaces the text */
  | { kind: 'edit'; replace: boolean }
  | { kind: 'clear' | 'fill-down' | 'undo' | 'redo' | 'open-cell' | 'open-link' | 'check-row' }
  | { kind: 'copy-with-headers' | 'open-menu' | 'rest' }
  | { kind: 'move-column' | 'resize-column'; by: 1 | -1 };

const SIMPLE_ARROWS: Readonly<Record<string, CellPlace>> = {
  ArrowUp: { row: -1, column: 0 },
  ArrowDown: { row: 1, column: 0 },
  ArrowLeft: { row: 0, column: -1 },
  ArrowRight: { row: 0, column: 1 },
};

/** What a key does in the grid; null leaves it to the browser. */
export function keyAction(press: KeyPress, situation: KeySituation): KeyAction | null {
  const { selection, size } = situation;
  if (press.alt && !press.types) return null;
  if (selection.cursor.row < 0) return headerAction(press, situation);
  if (selection.cursor.column < 0 && press.key === ' ') return { kind: 'check-row' };
  const command = press.mod && !press.types ? commandAction(press, situation) : null;
  if (command) return command;
  if (press.key === 'Tab') return tabAction(press, situation);
  const target = moved(press, situation);
  if (target) {
    const next = press.shift ? extendedTo(selection, target, size) : cellSelection(inGrid(target, size));
    return { kind: 'select', selection: next, reveal: next.end };
  }
  switch (press.key) {
    case 'Escape': {
      const range = rangeOf(selection);
      const wide = range && !isSame(selection.cursor, selection.end);
      return wide ? { kind: 'select', selection: cellSelection(selection.cursor) } : { kind: 'rest' };
    }
    case ' ':
      return press.shift
        ? { kind: 'select', selection: rowsSelection(selection, size) }
        : { kind: 'open-cell' };
    case 'Enter':
      if (press.mod) return { kind: 'open-link' };
      return press.shift ? null : { kind: 'edit', replace: false };
    case 'F2':
      return { kind: 'edit', replace: false };
    case 'Delete':
    case 'Backspace':
      return press.mod ? null : { kind: 'clear' };
    default:
      return press.types ? { kind: 'edit', replace: true } : null;
  }
}

function commandAction(press: KeyPress, { selection, size }: KeySituation): KeyAction | null {
  switch (press.key.toLowerCase()) {
    case 'a':
      return size.rows > 0 ? { kind: 'select', selection: wholeSelection(size) } : null;
    case 'c':
      return press.shift ? { kind: 'copy-with-headers' } : null;
    case 'd':
      return { kind: 'fill-down' };
    case 'z':
      return { kind: press.shift ? 'redo' : 'undo' };
    case 'y':
      return { kind: 'redo' };
    case ' ':
      return { kind: 'select', selection: columnsSelection(selection, size) };
    default:
      return null;
  }
}

/** Where a key of movement leads from the corner that it moves; null for other keys. */
function moved({ key, mod, shift }: KeyPress, { selection, size, pageRows }: KeySituation): CellPlace | null {
  const from = shift ? selection.end : selection.cursor;
  const arrow = SIMPLE_ARROWS[key];
  if (arrow && mod) {
    return {
      row: arrow.row === 0 ? from.row : arrow.row < 0 ? 0 : size.rows - 1,
      column: arrow.column === 0 ? from.column : arrow.column < 0 ? 0 : size.columns - 1,
    };
  }
  if (arrow) return { row: from.row + arrow.row, column: from.column + arrow.column };
  switch (key) {
    case 'Home':
      return { row: mod ? 0 : from.row, column: 0 };
    case 'End':
      return { row: mod ? size.rows - 1 : from.row, column: size.columns - 1 };
    case 'PageUp':
      return { row: Math.max(0, from.row - pageRows), column: from.column };
    case 'PageDown':
      return { row: Math.min(size.rows - 1, from.row + pageRows), column: from.column };
    default:
      return null;
  }
}

function tabAction({ shift }: KeyPress, { selection, size, working }: KeySituation): KeyAction | null {
  const next = working ? nextCell(selection.cursor, shift ? -1 : 1, size) : null;
  return next && { kind: 'select', selection: cellSelection(next), reveal: next };
}

/** The next or previous cell, row after row; null at the end. */
export function nextCell({ row, column }: CellPlace, by: 1 | -1, size: GridSize): CellPlace | null {
  const at = row * size.columns + Math.max(0, column) + by;
  if (at < 0 || at >= size.rows * size.columns) return null;
  return { row: Math.floor(at / size.columns), column: at % size.columns };
}

/** In the header, keys move between columns, open a menu, and move or resize the column. */
function headerAction(press: KeyPress, { selection, size }: KeySituation): KeyAction | null {
  const { cursor } = selection;
  const to = (row: number, column: number): KeyAction => {
    const place = inGrid({ row, column }, size);
    return { kind: 'select', selection: cellSelection(place), reveal: place };
  };
  const by = press.key === 'ArrowLeft' ? -1 : press.key === 'ArrowRight' ? 1 : null;
  if (by && cursor.column >= 0 && press.mod && press.shift) return { kind: 'move-column', by };
  if (by && cursor.column >= 0 && press.shift) return { kind: 'resize-column', by };
  switch (press.key) {
    case 'ArrowLeft':
      return to(-1, press.mod ? 0 : cursor.column - 1);
    case 'ArrowRight':
      return to(-1, press.mod ? size.columns - 1 : cursor.column + 1);
    case 'ArrowDown':
      return to(press.mod ? size.rows - 1 : 0, cursor.column);
    case 'Home':
      return to(-1, 0);
    case 'End':
      return to(-1, size.columns - 1);
    case 'Enter':
    case ' ':
      if (cursor.column < 0) return { kind: 'check-row' };
      if (!press.mod) return { kind: 'open-menu' };
      return { kind: 'select', selection: columnsSelection(selection, size) };
    case 'Escape':
      return { kind: 'rest' };
    default:
      return press.mod && press.key.toLowerCase() === 'a' && size.rows > 0
        ? { kind: 'select', selection: wholeSelection(size) }
        : null;
  }
}
