const GUTTER =
  'relative flex h-full shrink-0 items-center gap-1 border-r border-border px-1.5 text-xs text-muted-foreground data-cursor:outline-2 data-cursor:-outline-offset-2 data-cursor:outline-input group-focus/grid:data-cursor:outline-ring';

/** What the start of a row shows. */
interface GutterLook {
  checks: boolean;
  checked: boolean;
  loaded: boolean;
  canOpen: boolean;
  cursorId: string | null;
}

/** The start of a row: its check box, and its number, which opens the row. */
export class GutterView {
  readonly element = document.createElement('div');
  readonly #label = document.createElement('label');
  readonly #box = document.createElement('input');
  readonly #number = document.createElement('span');
  readonly #button = document.createElement('button');
  readonly #text = document.createTextNode('');
  #index = -1;
  #look: GutterLook | null = null;

  constructor() {
    this.element.className = GUTTER;
    this.element.setAttribute('role', 'rowheader');
    this.element.setAttribute('aria-colindex', '1');
    this.#label.className = 'flex size-7 shrink-0 cursor-pointer items-center justify-center';
    this.#label.dataset.check = '';
    this.#box.type = 'checkbox';
    this.#box.tabIndex = -1;
    this.#box.className = 'size-4 accent-(--accent)';
    this.#label.append(this.#box);
    this.#number.className = 'min-w-0 flex-1 px-1 text-right tabular-nums';
    this.#button.type = 'button';
    this.#button.tabIndex = -1;
    this.#button.dataset.open = '';
    this.#button.className =
      'h-7 min-w-6 flex-1 rounded-md px-1 text-right tabular-nums underline-offset-4 hover:bg-muted hover:text-foreground hover:underline';
  }

  draw(index: number, look: GutterLook): void {
    const before = this.#look;
    if (look.checks !== before?.checks || look.canOpen !== before.canOpen) {
      this.element.replaceChildren(
        ...(look.checks ? [this.#label] : []),
        look.canOpen ? this.#button : this.#number,
      );
      (look.canOpen ? this.#button : this.#number).append(this.#text);
      this.#index = -1;
    }
    if (index !== this.#index) {
      this.#index = index;
      const number = (index + 1).toLocaleString('en-US');
      this.#text.data = number;
      if (look.canOpen) this.#button.setAttribute('aria-label', `Open row ${number}`);
      if (look.checks) this.#box.setAttribute('aria-label', `Select row ${number}`);
    }
    if (look.checked !== this.#box.checked) this.#box.checked = look.checked;
    if (look.loaded === this.#box.disabled) this.#box.disabled = !look.loaded;
    if (look.cursorId !== (before?.cursorId ?? null)) {
      if (look.cursorId) this.element.id = look.cursorId;
      else this.element.removeAttribute('id');
      this.element.toggleAttribute('data-cursor', look.cursorId !== null);
    }
    this.#look = look;
  }
}
