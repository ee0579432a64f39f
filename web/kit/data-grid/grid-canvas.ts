import { type CellPlace, inGrid, isSame } from './cell-selection.ts';
import { columnAt, drawnColumns, mostDrawnColumns } from './column-layout.ts';
import type { CellStatus, RowSource } from './data-grid-props.ts';
import { cursorId, type DrawnState, RowView, sortElements } from './row-view.ts';
import { drawnRows, mostDrawnRows, positionShowing, ROW_PX, type Window, wantedRows } from './row-window.ts';

/** Rows and cells get the order of the screen this long after the last scrolling, for screen readers. */
const SORT_AFTER_MS = 1000;

const CELL_PADDING_PX = 10;
const HANDLE =
  'absolute right-0 bottom-0 z-[1] size-4 cursor-crosshair after:absolute after:right-0 after:bottom-0 after:size-2 after:bg-ring after:content-[""]';

export interface CanvasState extends DrawnState {
  rows: RowSource;
  rowCount: number;
  headerPx: number;
  /** the selected range has a handle that fills */
  canFill: boolean;
}

interface CanvasOptions {
  /** the element with the role grid, which scrolls */
  root: HTMLElement;
  /** the first element in `body`, before the rows */
  start: HTMLElement;
  /** the element that holds the rows */
  body: HTMLElement;
  markOf: (status: CellStatus) => Node;
  /** other rows should be loaded */
  onWanted: (rows: Window) => void;
  /** the grid scrolled, or got another size */
  onMove: () => void;
}

/**
 * Draws the visible cells. React renders the parts that change rarely; a frame of scrolling changes hundreds of cells,
 * which it can't do in time. Row i is drawn by the element i modulo their number, so a frame only touches the rows and
 * columns that came into view.
 */
export class GridCanvas {
  readonly #options: CanvasOptions;
  readonly #rows: RowView[] = [];
  #state: CanvasState | null = null;
  #ring = 0;
  #stamp = 0;
  #wanted: Window = { from: 0, to: 0 };
  #frame = 0;
  #sorting: ReturnType<typeof setTimeout> | undefined;
  #unsubscribe: (() => void) | undefined;
  readonly #size: ResizeObserver;
  #width = 0;
  #height = 0;
  readonly #handle = document.createElement('span');

  /** Call `destroy` at the end. */
  constructor(options: CanvasOptions) {
    this.#options = options;
    const { root } = options;
    this.#handle.className = HANDLE;
    this.#handle.dataset.handle = '';
    this.#handle.ariaHidden = 'true';
    this.#measure();
    root.addEventListener('scroll', this.#scrolled, { passive: true });
    this.#size = new ResizeObserver(() => {
      this.#measure();
      this.#options.onMove();
      this.#redraw();
    });
    this.#size.observe(root);
  }

  destroy(): void {
    this.#options.root.removeEventListener('scroll', this.#scrolled);
    this.#size.disconnect();
    this.#unsubscribe?.();
    cancelAnimationFrame(this.#frame);
    clearTimeout(this.#sorting);
    for (const { element } of this.#rows) element.remove();
  }

  /** The width of the visible part, in px. */
  get width(): number {
    return this.#width;
  }

  /** The rows that fit on the screen. */
  get pageRows(): number {
    return Math.max(1, Math.floor(this.#bodyHeight() / ROW_PX) - 1);
  }

  /** Draws another state. */
  draw(state: CanvasState): void {
    if (state.rows !== this.#state?.rows) {
      this.#unsubscribe?.();
      // Many cells of a run can change in one frame.
      this.#unsubscribe = state.rows.subscribe(() => {
        cancelAnimationFrame(this.#frame);
        this.#frame = requestAnimationFrame(() => this.#redraw());
      });
    }
    this.#state = state;
    this.#redraw();
  }

  #redraw(): void {
    if (!this.#state) return;
    this.#stamp += 1;
    this.#ring = mostDrawnColumns(this.#state.layout, this.#width);
    this.#drawRows();
    this.#sortLater();
  }

  readonly #scrolled = (): void => {
    this.#drawRows();
    this.#options.onMove();
    this.#sortLater();
  };

  #drawRows(): void {
    const state = this.#state;
    if (!state) return;
    const { root, body } = this.#options;
    const { scrollTop, scrollLeft } = root;
    const rows = drawnRows(scrollTop, this.#bodyHeight(), state.rowCount);
    const columns = drawnColumns(state.layout, scrollLeft, this.#ring);
    const count = mostDrawnRows(this.#bodyHeight());
    while (this.#rows.length < count) {
      const row = new RowView(this.#options.markOf);
      this.#rows.push(row);
      body.append(row.element);
      row.element.hidden = true;
    }
    const drawn = { columns, ring: this.#ring, stamp: this.#stamp };
    for (let index = rows.from; index < rows.to; index += 1)
      this.#rows[index % count]!.draw(index, state.rows.rowAt(index), state, drawn);
    for (const row of this.#rows) if (row.index < rows.from || row.index >= rows.to) row.hide();
    root.toggleAttribute('data-scrolled', scrollLeft > 0);
    this.#pointAtCursor(rows, columns);
    this.#placeHandle();
    const wanted = wantedRows(rows, state.rowCount);
    if (wanted.from === this.#wanted.from && wanted.to === this.#wanted.to) return;
    this.#wanted = wanted;
    this.#options.onWanted(wanted);
  }

  /** Screen readers read the cell with the cursor, as long as it is drawn. */
  #pointAtCursor(rows: Window, columns: Window): void {
    const { cursor, layout, id } = this.#state!;
    const isDrawn =
      (cursor.row < 0 || (cursor.row >= rows.from && cursor.row < rows.to)) &&
      (cursor.row < 0 ||
        cursor.column < layout.pinned ||
        (cursor.column >= columns.from && cursor.column < columns.to));
    const { root } = this.#options;
    const next = isDrawn ? cursorId({ id, cursor }) : null;
    if (root.getAttribute('aria-activedescendant') === next) return;
    if (next) root.setAttribute('aria-activedescendant', next);
    else root.removeAttribute('aria-activedescendant');
  }

  /** The handle is in the last cell of the range, where the mouse finds it and sticky columns cover it. */
  #placeHandle(): void {
    const { range, canFill, filling } = this.#state!;
    const corner = range && canFill && !filling ? { row: range.bottom, column: range.right } : null;
    const cell = corner && this.elementOf(corner);
    if (!cell) this.#handle.remove();
    else if (this.#handle.parentElement !== cell) cell.append(this.#handle);
  }

  #sortLater(): void {
    clearTimeout(this.#sorting);
    this.#sorting = setTimeout(() => {
      const rows = this.#rows.filter(({ index }) => index >= 0).sort((a, b) => a.index - b.index);
      for (const row of rows) row.sortCells();
      sortElements(
        this.#options.start,
        rows.map(({ element }) => element),
      );
    }, SORT_AFTER_MS);
  }

  #measure(): void {
    const { clientWidth, clientHeight } = this.#options.root;
    this.#width = clientWidth;
    this.#height = clientHeight;
  }

  #bodyHeight(): number {
    return Math.max(0, this.#height - (this.#state?.headerPx ?? 0));
  }

  /** The cell at a point of the window; the nearest one for points outside of the cells. */
  placeAt(clientX: number, clientY: number): CellPlace {
    const { layout, rowCount, headerPx, checks } = this.#state!;
    const { root } = this.#options;
    const box = root.getBoundingClientRect();
    const y = clientY - box.top - root.clientTop - headerPx + root.scrollTop;
    const row = Math.max(0, Math.floor(y / ROW_PX));
    const column = columnAt(layout, clientX - box.left - root.clientLeft, root.scrollLeft);
    const size = { rows: rowCount, columns: layout.columns.length, checks: checks !== undefined };
    return inGrid({ row, column }, size);
  }

  /** Where a cell is, in px from the top left of the grid. `visible`: it isn't covered by the header or pinned columns. */
  boxOf({ row, column }: CellPlace): { left: number; top: number; width: number; visible: boolean } {
    const { layout, headerPx } = this.#state!;
    const { scrollTop, scrollLeft } = this.#options.root;
    const isPinned = column < layout.pinned;
    const left = (layout.lefts[column] ?? 0) - (isPinned ? 0 : scrollLeft);
    const top = headerPx + row * ROW_PX - scrollTop;
    const width = layout.widths[column] ?? 0;
    const visible =
      top >= headerPx - ROW_PX / 2 &&
      top < this.#height &&
      (isPinned || (left + width > layout.pinnedPx && left < this.#width));
    return { left, top, width, visible };
  }

  /** Scrolls as little as possible to show a cell. */
  reveal({ row, column }: CellPlace): void {
    const state = this.#state;
    if (!state) return;
    const { root } = this.#options;
    const { layout } = state;
    if (row >= 0)
      root.scrollTop = positionShowing(
        { start: row * ROW_PX, end: (row + 1) * ROW_PX },
        { position: root.scrollTop, size: this.#bodyHeight(), before: 0 },
      );
    const start = layout.lefts[column];
    if (start === undefined || column < layout.pinned) return;
    root.scrollLeft = positionShowing(
      { start, end: start + (layout.widths[column] ?? 0) },
      { position: root.scrollLeft, size: this.#width, before: layout.pinnedPx },
    );
  }

  /** The width that the drawn texts of a column need, in px. */
  neededWidth(column: number): number {
    const range = document.createRange();
    const widths = this.#rows.map(({ index }) => {
      const cell = index >= 0 && this.elementOf({ row: index, column });
      if (!cell) return 0;
      range.selectNodeContents(cell);
      return range.getBoundingClientRect().width;
    });
    return Math.ceil(Math.max(...widths)) + 2 * CELL_PADDING_PX + 2;
  }

  /** The element of a cell, if it is drawn. */
  elementOf(place: CellPlace): HTMLElement | null {
    const state = this.#state;
    if (!state) return null;
    const at = { id: state.id, cursor: state.cursor };
    if (isSame(place, state.cursor)) return document.getElementById(cursorId(at));
    const row = this.#rows.find(({ index }) => index === place.row);
    return row?.element.querySelector(`[aria-colindex="${place.column + 2}"]:not([hidden])`) ?? null;
  }
}
