import { type RefObject, useState } from 'react';
import { flushSync } from 'react-dom';
import type { AfterEdit } from './cell-editor.tsx';
import { type CellPlace, cellSelection, type GridSize, inGrid, type Selection } from './cell-selection.ts';
import { cellText, type GridContent } from './cell-texts.ts';
import type { DataColumn, DataGridProps } from './data-grid-props.ts';
import { nextCell } from './grid-keys.ts';

/** The cell in the editor. It keeps its row's ID, because rows can move while someone types. */
interface EditedCell {
  place: CellPlace;
  rowId: number;
  column: DataColumn;
  /** its text at the start */
  text: string;
  replace: boolean;
}

interface CellEditing {
  root: RefObject<HTMLElement | null>;
  content: GridContent;
  size: GridSize;
  onEdit: DataGridProps['onEdit'];
  onSelect: (selection: Selection, reveal: CellPlace) => void;
}

const STEPS: Readonly<Partial<Record<AfterEdit, CellPlace>>> = {
  up: { row: -1, column: 0 },
  down: { row: 1, column: 0 },
  left: { row: 0, column: -1 },
  right: { row: 0, column: 1 },
};

/** The cell that is being edited, if any. */
export function useCellEditing({ root, content, size, onEdit, onSelect }: CellEditing) {
  const [edited, setEdited] = useState<EditedCell | null>(null);

  /** Opens the editor at once, so that it gets the character of this key press. False if the cell can't be edited. */
  const start = (place: CellPlace, replace: boolean): boolean => {
    const column = content.columns[place.column];
    const row = content.rows.rowAt(place.row);
    if (!onEdit || !column?.editable || !row) return false;
    flushSync(() => setEdited({ place, rowId: row.id, column, text: cellText(content, place), replace }));
    return true;
  };

  const end = (text: string | null, after: AfterEdit) => {
    if (!edited) return;
    const { place, rowId, column } = edited;
    const hasFocus = document.activeElement?.closest('[data-cell-editor]');
    setEdited(null);
    if (text !== null && text !== edited.text)
      onEdit?.([{ rowIndex: place.row, rowId, columnId: column.id, value: text, before: edited.text }]);
    const step = STEPS[after];
    const next =
      after === 'next' || after === 'previous'
        ? (nextCell(place, after === 'next' ? 1 : -1, size) ?? place)
        : { row: place.row + (step?.row ?? 0), column: place.column + (step?.column ?? 0) };
    // Who clicked elsewhere wants the focus there.
    if (!hasFocus) return;
    root.current?.focus({ preventScroll: true });
    const target = inGrid({ row: Math.max(0, next.row), column: Math.max(0, next.column) }, size);
    onSelect(cellSelection(target), target);
  };
  return { edited, start, end };
}
