import { plural, pluralForm } from '#contract/plural.ts';
import { type CellRange, cellCount, isSame, rangeOf, type Selection, sizeText } from './cell-selection.ts';
import {
  clearChanges,
  fillChanges,
  type GridContent,
  loadedTexts,
  MAX_CHANGED_CELLS,
  ROWS_MISSING,
  rangeTexts,
} from './cell-texts.ts';
import { parseTsv, repeatedOver } from './clipboard-table.ts';
import type { DataGridProps } from './data-grid-props.ts';
import { type Fill, fillCount, fillDown, filledRange } from './fill.ts';

interface EditTarget {
  content: GridContent;
  selection: Selection;
  onSelect: (selection: Selection) => void;
  announce: (message: string) => void;
}

const TOO_MANY = `Select at most ${MAX_CHANGED_CELLS.toLocaleString('en-US')} cells to change at once.`;

/** The edits of a whole range: clear, fill, and paste. The page applies them. */
export function useGridEdits(
  { onEdit, onPaste, onRefusal }: Pick<DataGridProps, 'onEdit' | 'onPaste' | 'onRefusal'>,
  { content, selection, onSelect, announce }: EditTarget,
) {
  const range = rangeOf(selection);
  const refuse = (message: string) => {
    announce(message);
    onRefusal?.(message);
  };

  const announceIf = async (accepted: Promise<boolean>, message: string) => {
    if (await accepted) announce(message);
  };

  const clear = () => {
    if (!range || !onEdit) return;
    if (cellCount(range) > MAX_CHANGED_CELLS) return refuse(TOO_MANY);
    const changes = clearChanges(content, range);
    if (changes.length === 0) return;
    void announceIf(onEdit(changes), `${sizeText(range)} cleared`);
  };

  const fill = (filled: Fill | null) => {
    if (!filled || !onEdit) return;
    if (fillCount(filled) > MAX_CHANGED_CELLS) return refuse(TOO_MANY);
    const apply = (texts: string[][]) => {
      const changes = fillChanges(content, filled, texts);
      if (changes.length === 0) return;
      void announceIf(onEdit(changes), `${sizeText(filled.target)} filled`);
    };
    const { top, bottom, left, right } = filledRange(filled);
    onSelect({ cursor: { row: top, column: left }, end: { row: bottom, column: right } });
    const texts = loadedTexts(content, filled.source);
    if (texts) apply(texts);
    else rangeTexts(content, filled.source).then(apply, () => refuse(ROWS_MISSING));
  };

  const paste = (text: string) => {
    if (!onPaste || text === '') return;
    const at = range ?? below(selection, content);
    const isRange = !isSame(selection.cursor, selection.end);
    const texts = isRange
      ? repeatedOver(parseTsv(text), at.bottom - at.top + 1, at.right - at.left + 1)
      : parseTsv(text);
    const width = texts[0]?.length ?? 0;
    if (texts.length * width > MAX_CHANGED_CELLS) return refuse(TOO_MANY);
    const columnIds = Array.from({ length: width }, (_, by) => content.columns[at.left + by]?.id ?? null);
    const accepted = onPaste({ rowIndex: at.top, columnIds, texts });
    const pasted = {
      top: at.top,
      bottom: at.top + texts.length - 1,
      left: at.left,
      right: Math.min(at.left + width, content.columns.length) - 1,
    };
    onSelect({
      cursor: { row: pasted.top, column: pasted.left },
      end: { row: pasted.bottom, column: pasted.right },
    });
    const lost = columnIds.filter((id, column) => id === null && texts.some((line) => line[column])).length;
    const fits = `${sizeText(pasted)} pasted`;
    if (lost === 0) return void announceIf(accepted, fits);
    const loss = `${plural(lost, 'pasted column')} ${pluralForm(lost, 'was', 'were')} left out because the table has no more columns. Add columns, and paste again.`;
    void accepted.then((isAccepted) => {
      if (!isAccepted) return;
      announce(`${fits}. ${loss}`);
      onRefusal?.(loss);
    });
  };

  return { clear, fill, fillDown: () => fill(range && fillDown(range)), paste };
}

/** In the header of an empty grid, texts are pasted as its first rows. */
function below({ cursor }: Selection, { columns }: GridContent): CellRange {
  const column = Math.min(Math.max(0, cursor.column), columns.length - 1);
  const row = Math.max(0, cursor.row);
  return { top: row, bottom: row, left: column, right: column };
}
