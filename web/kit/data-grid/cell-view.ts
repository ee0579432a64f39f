import { STATUS_MARKS } from './cell-status.ts';
import type { CellState, CellStatus, DataColumn } from './data-grid-props.ts';

const CELL =
  'block h-full truncate border-r border-border px-2.5 text-left leading-[39px] aria-selected:bg-accent/12 data-cursor:outline-2 data-cursor:-outline-offset-2 data-cursor:outline-input group-focus/grid:data-cursor:outline-ring data-filling:outline data-filling:-outline-offset-1 data-filling:outline-dashed data-filling:outline-ring data-numeric:text-right data-numeric:tabular-nums group-data-loading/row:before:inline-block group-data-loading/row:before:h-3 group-data-loading/row:before:w-3/5 group-data-loading/row:before:rounded-sm group-data-loading/row:before:bg-muted group-data-loading/row:before:content-[""]';
/** The first letter decides, as for `dir="auto"`. */
const STARTS_RIGHT_TO_LEFT =
  /^\P{L}*[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;
const IN_FLOW = 'relative shrink-0';
const PLACED = 'absolute top-0';

/** What a cell shows besides its text. */
export interface CellLook {
  selected: boolean;
  filling: boolean;
  /** its id if it has the cursor */
  cursorId: string | null;
}

/** One cell of the table, drawn without React: it writes to the page only what differs from what it shows. */
export class CellView {
  readonly element = document.createElement('div');
  /** its number on screen; -1 before it has one */
  column = -1;
  readonly #text = document.createTextNode('');
  readonly #markOf: (status: CellStatus) => Node;
  readonly #placed: boolean;
  #shown = '';
  #status: CellStatus | null = null;
  #withText = false;
  #mark: HTMLElement | null = null;
  #isRightToLeft = false;
  #selected = false;
  #filling = false;
  #cursorId: string | null = null;

  /** `placed`: it has a fixed place in its row, else it follows the cell before. `markOf` makes the icon of a state. */
  constructor(placed: boolean, markOf: (status: CellStatus) => Node) {
    this.#placed = placed;
    this.#markOf = markOf;
    this.element.className = `${CELL} ${placed ? PLACED : IN_FLOW}`;
    this.element.setAttribute('role', 'gridcell');
    this.element.setAttribute('aria-selected', 'false');
    this.element.append(this.#text);
  }

  /** Makes it a cell of another column, or of one with another size. */
  place(column: number, { type, editable }: DataColumn, left: number, width: number): void {
    this.column = column;
    const { style } = this.element;
    if (this.#placed) style.left = `${left}px`;
    style.width = `${width}px`;
    // The check boxes come first.
    this.element.setAttribute('aria-colindex', String(column + 2));
    this.element.toggleAttribute('data-numeric', type === 'number');
    if (editable) this.element.removeAttribute('aria-readonly');
    else this.element.setAttribute('aria-readonly', 'true');
  }

  draw(text: string, state: CellState | undefined, look: CellLook): void {
    if (text !== this.#shown) {
      this.#shown = text;
      this.#text.data = text;
      this.#setDirection(text);
    }
    const status = state && STATUS_MARKS[state.status] ? state.status : null;
    const withText = text !== '';
    if (status !== this.#status || (status && withText !== this.#withText)) this.#drawMark(status, withText);
    if (look.selected !== this.#selected) {
      this.#selected = look.selected;
      this.element.setAttribute('aria-selected', String(look.selected));
    }
    if (look.filling !== this.#filling) {
      this.#filling = look.filling;
      this.element.toggleAttribute('data-filling', look.filling);
    }
    if (look.cursorId !== this.#cursorId) {
      this.#cursorId = look.cursorId;
      if (look.cursorId) this.element.id = look.cursorId;
      else this.element.removeAttribute('id');
      this.element.toggleAttribute('data-cursor', look.cursorId !== null);
    }
  }

  /** Shows the start of a text that is cut off, also in a right-to-left script. Browsers find out more slowly. */
  #setDirection(text: string): void {
    const isRightToLeft = STARTS_RIGHT_TO_LEFT.test(text);
    if (isRightToLeft === this.#isRightToLeft) return;
    this.#isRightToLeft = isRightToLeft;
    if (isRightToLeft) this.element.dir = 'rtl';
    else this.element.removeAttribute('dir');
  }

  /** The icon and the word of a state. Beside a text, only screen readers get the word. */
  #drawMark(status: CellStatus | null, withText: boolean): void {
    this.#status = status;
    this.#withText = withText;
    this.#mark?.remove();
    this.#mark = null;
    const mark = status && STATUS_MARKS[status];
    if (!status || !mark) return;
    const box = document.createElement('span');
    box.className = `inline-flex h-full items-center gap-1.5 align-top ${mark.tone} ${withText ? 'mr-1.5' : ''}`;
    const word = document.createElement('span');
    word.textContent = withText ? `${mark.word}: ` : mark.word;
    if (withText) word.className = 'sr-only';
    box.append(this.#markOf(status), word);
    this.element.prepend(box);
    this.#mark = box;
  }
}
