import { cellLink } from './cell-link.ts';
import type { CellPlace } from './cell-selection.ts';
import { cellSummary } from './cell-status.ts';
import { cellText, type GridContent } from './cell-texts.ts';
import type { GridCanvas } from './grid-canvas.ts';

const LINK =
  'absolute inset-y-0 right-0 flex w-8 items-center justify-center bg-card text-accent group-hover/row:bg-surface';

/**
 * What the cell under the pointer, or with the cursor, shows in addition: its whole text as a tooltip if it is cut, and a
 * button that opens its link. There is one button for all cells, since few are ever pointed at.
 */
export class CellHover {
  readonly #link = document.createElement('a');

  /** `icon` is the picture in the button. */
  constructor(icon: Node) {
    const { classList, relList } = this.#link;
    classList.add(...LINK.split(' '));
    relList.add('noopener', 'noreferrer', 'nofollow');
    this.#link.target = '_blank';
    this.#link.tabIndex = -1;
    this.#link.dataset.link = '';
    this.#link.append(icon);
  }

  /** Shows what a cell has. */
  show(canvas: GridCanvas, content: GridContent, place: CellPlace): void {
    const element = canvas.elementOf(place);
    const column = content.columns[place.column];
    if (!element || !column || place.row < 0) {
      this.hide();
      return;
    }
    const text = cellText(content, place);
    const state = content.rows.rowAt(place.row)?.states?.[column.id];
    const isCut = element.scrollWidth > element.clientWidth || text.includes('\n');
    if (isCut || state?.note) element.title = cellSummary(text, state);
    else element.removeAttribute('title');
    const link = cellLink(column.type, text);
    if (link) {
      this.#link.href = link;
      this.#link.setAttribute('aria-label', `Open ${text} in a new tab`);
      if (this.#link.parentElement !== element) element.append(this.#link);
    } else this.#link.remove();
  }

  /** The cell may show something else now. */
  hide(): void {
    this.#link.parentElement?.removeAttribute('title');
    this.#link.remove();
  }
}
