import { type CellPlace, type CellRange, contains } from './cell-selection.ts';
import { CellView } from './cell-view.ts';
import type { ColumnLayout } from './column-layout.ts';
import type { CellState, CellStatus, DataRow, RowChecks } from './data-grid-props.ts';
import { GutterView } from './gutter-view.ts';
import { ROW_PX, type Window } from './row-window.ts';

const ROW = 'group/row absolute left-0 h-10 border-b border-border bg-card hover:bg-surface';
const PINNED =
  'sticky left-0 z-[1] flex h-full w-max bg-card group-hover/row:bg-surface group-data-scrolled/grid:shadow-[1px_0_0_var(--input)]';

/** What all rows are drawn from. */
export interface DrawnState {
  layout: ColumnLayout;
  range: CellRange | null;
  cursor: CellPlace;
  filling: CellRange | null;
  checks: RowChecks | undefined;
  canOpen: boolean;
  /** starts the ids of cells */
  id: string;
}

/** A row of the table that shows another row of the list whenever it is drawn with another index. */
export class RowView {
  readonly element = document.createElement('div');
  /** the row that it shows; -1: none */
  index = -1;
  readonly #gutter = new GutterView();
  readonly #pinnedBox = document.createElement('div');
  readonly #pinned: CellView[] = [];
  /** column c is in cell c modulo their number, so that a cell keeps its column while that is visible */
  readonly #cells: CellView[] = [];
  readonly #markOf: (status: CellStatus) => Node;
  #row: DataRow | undefined;
  #drawn = -1;
  #layout: ColumnLayout | null = null;
  #columns: Window = { from: 0, to: 0 };

  constructor(markOf: (status: CellStatus) => Node) {
    this.#markOf = markOf;
    this.element.className = ROW;
    this.element.setAttribute('role', 'row');
    this.#pinnedBox.className = PINNED;
    this.#pinnedBox.setAttribute('role', 'presentation');
    this.#pinnedBox.append(this.#gutter.element);
    this.element.append(this.#pinnedBox);
  }

  /** Takes it out of sight. */
  hide(): void {
    if (this.index < 0) return;
    this.index = -1;
    this.element.hidden = true;
  }

  /**
   * Shows a row. `stamp` changes whenever anything but the scroll position did; the same row with the same stamp and
   * columns is left as it is. `ring` is the number of cells for columns that aren't pinned.
   */
  draw(
    index: number,
    row: DataRow | undefined,
    state: DrawnState,
    { columns, ring, stamp }: { columns: Window; ring: number; stamp: number },
  ): void {
    const moved = index !== this.index;
    const sameColumns = columns.from === this.#columns.from && columns.to === this.#columns.to;
    if (!moved && sameColumns && row === this.#row && stamp === this.#drawn) return;
    if (moved) this.#move(index);
    // A wider window shows more columns before the layout for its width is made.
    if (state.layout !== this.#layout || ring !== this.#cells.length) this.#setLayout(state.layout, ring);
    this.#row = row;
    this.#drawn = stamp;
    this.#columns = columns;
    this.element.toggleAttribute('data-loading', !row);
    const { layout, cursor, checks } = state;
    this.#gutter.draw(index, {
      checks: checks !== undefined,
      checked: (row && checks?.isChecked(row, index)) ?? false,
      loaded: row !== undefined,
      canOpen: state.canOpen,
      cursorId: cursor.row === index && cursor.column < 0 ? cursorId(state) : null,
    });
    for (let column = 0; column < layout.pinned; column += 1)
      this.#drawCell(this.#pinned[column]!, column, state);
    for (let column = columns.from; column < columns.to; column += 1) {
      const cell = this.#cells[column % ring]!;
      if (cell.column !== column) {
        if (cell.column < 0) cell.element.hidden = false;
        cell.place(column, layout.columns[column]!, layout.lefts[column]!, layout.widths[column]!);
      }
      this.#drawCell(cell, column, state);
    }
    if (sameColumns && !moved) return;
    for (const cell of this.#cells)
      if (cell.column >= 0 && (cell.column < columns.from || cell.column >= columns.to)) {
        cell.column = -1;
        cell.element.hidden = true;
      }
  }

  #move(index: number): void {
    if (this.index < 0) this.element.hidden = false;
    this.index = index;
    this.element.style.top = `${index * ROW_PX}px`;
    // The header is row 1.
    this.element.setAttribute('aria-rowindex', String(index + 2));
  }

  #drawCell(cell: CellView, column: number, { layout, range, cursor, filling, id }: DrawnState): void {
    const row = this.#row;
    const key = layout.columns[column]!.id;
    const state: CellState | undefined = row?.states?.[key];
    const hasCursor = cursor.row === this.index && cursor.column === column;
    cell.draw(row?.cells[key] ?? '', state, {
      selected: contains(range, this.index, column),
      filling: contains(filling, this.index, column),
      cursorId: hasCursor ? cursorId({ id, cursor }) : null,
    });
  }

  #setLayout(layout: ColumnLayout, ring: number): void {
    this.#layout = layout;
    this.element.style.width = `${layout.totalPx}px`;
    this.#gutter.element.style.width = `${layout.gutter}px`;
    resize(this.#pinned, layout.pinned, this.#pinnedBox, () => new CellView(false, this.#markOf));
    for (const [at, cell] of this.#pinned.entries())
      cell.place(at, layout.columns[at]!, layout.lefts[at]!, layout.widths[at]!);
    resize(this.#cells, ring, this.element, () => new CellView(true, this.#markOf));
    for (const cell of this.#cells) {
      cell.column = -1;
      cell.element.hidden = true;
    }
  }

  /** Puts the cells into the order of the columns, for screen readers that read the page as it is. */
  sortCells(): void {
    const cells = this.#cells.filter(({ column }) => column >= 0).sort((a, b) => a.column - b.column);
    sortElements(
      this.#pinnedBox,
      cells.map(({ element }) => element),
    );
  }
}

/** The id of the cell with the cursor, for `aria-activedescendant`. */
export function cursorId({ id, cursor }: Pick<DrawnState, 'id' | 'cursor'>): string {
  return `${id}-${cursor.row + 1}-${cursor.column + 1}`;
}

function resize(cells: CellView[], count: number, parent: HTMLElement, make: () => CellView): void {
  while (cells.length > count) cells.pop()?.element.remove();
  while (cells.length < count) {
    const cell = make();
    cells.push(cell);
    parent.append(cell.element);
  }
}

/** Moves elements behind `before`, in their order; those in the right place aren't touched. */
export function sortElements(before: Element, elements: readonly Element[]): void {
  let last = before;
  for (const element of elements) {
    if (last.nextElementSibling !== element) last.after(element);
    last = element;
  }
}
