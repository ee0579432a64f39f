import { cellLink } from './cell-link.ts';
import {
  type CellPlace,
  cellSelection,
  columnSelection,
  type GridSize,
  type Selection,
} from './cell-selection.ts';
import { cellText, type GridContent } from './cell-texts.ts';
import type { DataGridProps } from './data-grid-props.ts';
import type { KeyAction } from './grid-keys.ts';
import { cursorId } from './row-view.ts';
import type { useColumnChanges } from './use-column-changes.ts';
import type { useGridEdits } from './use-grid-edits.ts';
import type { useRowChecks } from './use-row-checks.ts';

interface ActionTarget {
  id: string;
  content: GridContent;
  size: GridSize;
  selection: Selection;
  onSelect: (selection: Selection, reveal?: CellPlace) => void;
  onEdit: (place: CellPlace, replace: boolean) => void;
  onOpenCell: (place: CellPlace) => void;
  edits: ReturnType<typeof useGridEdits>;
  copy: (withHeaders: boolean) => void;
  rowChecks: ReturnType<typeof useRowChecks>;
  changes: ReturnType<typeof useColumnChanges>;
}

/** Does what a key means. */
export function keyActions(
  { onUndo, onRedo, onHeaderClick }: Pick<DataGridProps, 'onUndo' | 'onRedo' | 'onHeaderClick'>,
  target: ActionTarget,
): (action: KeyAction) => void {
  const { selection, content, edits, changes, rowChecks, onSelect } = target;
  const { cursor } = selection;

  const openMenu = () => {
    const cell = document.getElementById(cursorId({ id: target.id, cursor }));
    const button = cell?.querySelector<HTMLElement>('[data-menu]');
    if (button) {
      button.focus();
      // As if the key had been pressed on the button, so that the menu gets the focus.
      button.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }));
    } else if (onHeaderClick) onHeaderClick(content.columns[cursor.column]?.id ?? '');
    else onSelect(columnSelection(cursor.column, target.size));
  };
  const openLink = () => {
    const type = content.columns[cursor.column]?.type;
    const link = type && cellLink(type, cellText(content, cursor));
    if (link) window.open(link, '_blank', 'noopener,noreferrer');
  };
  const moveColumn = (by: 1 | -1) => {
    const column = changes.moveBy(cursor.column, by);
    if (column !== null) onSelect(cellSelection({ row: -1, column }), { row: -1, column });
  };

  return (action) => {
    switch (action.kind) {
      case 'select':
        return onSelect(action.selection, action.reveal);
      case 'edit':
        return target.onEdit(cursor, action.replace);
      case 'clear':
        return edits.clear();
      case 'fill-down':
        return edits.fillDown();
      case 'undo':
        return onUndo?.();
      case 'redo':
        return onRedo?.();
      case 'copy-with-headers':
        return target.copy(true);
      case 'open-cell':
        return target.onOpenCell(cursor);
      case 'open-link':
        return openLink();
      case 'check-row':
        return cursor.row < 0 ? rowChecks.toggleAll() : rowChecks.toggle(cursor.row, false);
      case 'open-menu':
        return openMenu();
      case 'move-column':
        return moveColumn(action.by);
      case 'resize-column':
        return changes.resizeBy(cursor.column, action.by);
      case 'rest':
        return;
    }
  };
}
