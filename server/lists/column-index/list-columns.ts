import { type ColumnCondition, oneOfValues, readComparable } from '#contract/column-conditions.ts';
import { foldedText } from '#tools/list-tool/row-text.ts';
import type { ListFilter } from '../row-steps.ts';
import { resized, trimmed, withRoom } from './grown-array.ts';
import { orderTexts, type TextOrder } from './text-order.ts';
import { BLANK, FIRST_TEXT, NO_VALUE, ValueColumn } from './value-column.ts';

/** A row as it is stored. */
export type IndexedRow = readonly [id: number, cells: Readonly<Record<string, string | null>>];

/** Which rows are wanted, and in which order. */
export interface IndexQuery extends ListFilter {
  /** `asText`: nothing is a number, as in a column of phones */
  sort: { column: string; direction: 'asc' | 'desc'; asText?: boolean | undefined } | null;
  /** without `sort`; default: last added first */
  order?: 'latest' | 'added' | undefined;
}

/** Orders of rows that are remembered, for the next pages. */
const REMEMBERED = 4;

/** The columns of one list, packed. It answers like the steps of `list-search.ts`. */
export class ListColumns {
  /** by slot, ascending */
  #ids = new Float64Array(0);
  /** 1 for slots whose row is deleted */
  #isGone = new Uint8Array(0);
  #slots = 0;
  #gone = 0;
  readonly #columns = new Map<string, ValueColumn>();
  /** the IDs that match by query, the last used one last */
  readonly #remembered = new Map<string, Float64Array>();
  #sorted: { column: ValueColumn; asText: boolean; changes: number; order: TextOrder } | null = null;

  /** how many bytes it takes */
  get size(): number {
    let size = this.#ids.byteLength + this.#isGone.byteLength + (this.#sorted?.order.places.byteLength ?? 0);
    for (const column of this.#columns.values()) size += column.size;
    for (const ids of this.#remembered.values()) size += ids.byteLength;
    return size;
  }

  /** How many slots are free because their rows are deleted, as a part of all. */
  get waste(): number {
    return this.#slots === 0 ? 0 : this.#gone / this.#slots;
  }

  /**
   * Adds rows, in the order of their IDs, or replaces those with the same IDs. False for a new row that belongs between
   * others: the list must be read again.
   */
  put(rows: Iterable<IndexedRow>): boolean {
    this.#remembered.clear();
    for (const [id, cells] of rows) {
      const before = this.#slots;
      const slot = this.#slotFor(id);
      if (slot === null) return false;
      for (const name of Object.keys(cells)) this.#column(name).set(slot, cells[name]);
      if (slot === before) continue;
      for (const [name, column] of this.#columns)
        if (!Object.hasOwn(cells, name)) column.set(slot, undefined);
    }
    return true;
  }

  /**
   * Removes the rows with IDs after `from` and up to `to` that aren't among `ids`. False if it lacks some of these, because
   * deleted rows came back: the list must be read again.
   */
  keep({ from, to, ids }: { from: number; to: number; ids: readonly number[] }): boolean {
    this.#remembered.clear();
    const kept = new Set(ids);
    let missing = kept.size;
    for (let slot = 0; slot < this.#slots; slot += 1) {
      const id = this.#ids[slot] ?? 0;
      if (id <= from || id > to || this.#isGone[slot] === 1) continue;
      if (kept.has(id)) {
        missing -= 1;
        continue;
      }
      this.#isGone[slot] = 1;
      this.#gone += 1;
    }
    return missing === 0;
  }

  /** Makes room for the rows of a list, of which the first ones are here. */
  reserve(rows: number): void {
    if (rows <= this.#slots || this.#slots === 0) return;
    this.#ids = resized(this.#ids, rows);
    this.#isGone = resized(this.#isGone, rows);
    for (const column of this.#columns.values()) column.reserve(this.#slots, rows);
  }

  /** Gives back the memory that growing left free. */
  trim(): void {
    this.#ids = trimmed(this.#ids, this.#slots);
    this.#isGone = trimmed(this.#isGone, this.#slots);
    for (const column of this.#columns.values()) column.trim(this.#slots);
  }

  /** The IDs of all rows that match, in order. null for a query that only the rows themselves can answer. */
  find({ search, where = [], sort, order }: IndexQuery): Float64Array | null {
    const key = JSON.stringify([search, where, sort, order]);
    const known = this.#remembered.get(key);
    if (known) {
      this.#remembered.delete(key);
      this.#remembered.set(key, known);
      return known;
    }
    if (![search, ...where.flatMap(comparedTexts)].every(isPlain)) return null;
    const isOut = this.#isGone.slice(0, this.#slots);
    if (search !== '')
      this.#leaveOut(isOut, this.#containing([...this.#columns.values()], foldedText(search)));
    for (const condition of where) this.#leaveOut(isOut, this.#meeting(condition));
    const slots = this.#inOrder(isOut, sort, order);
    const ids = new Float64Array(slots.length);
    for (let at = 0; at < ids.length; at += 1) ids[at] = this.#ids[slots[at] ?? 0] ?? 0;
    this.#remembered.set(key, ids);
    for (const oldest of this.#remembered.keys()) {
      if (this.#remembered.size <= REMEMBERED) break;
      this.#remembered.delete(oldest);
    }
    return ids;
  }

  #slotFor(id: number): number | null {
    const last = this.#slots === 0 ? Number.NEGATIVE_INFINITY : (this.#ids[this.#slots - 1] ?? 0);
    if (id > last) {
      const slot = this.#slots;
      this.#slots += 1;
      this.#ids = withRoom(this.#ids, this.#slots);
      this.#isGone = withRoom(this.#isGone, this.#slots);
      this.#ids[slot] = id;
      return slot;
    }
    let low = 0;
    let high = this.#slots - 1;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#ids[middle] ?? 0) < id) low = middle + 1;
      else high = middle;
    }
    return this.#ids[low] === id && this.#isGone[low] === 0 ? low : null;
  }

  #column(name: string): ValueColumn {
    let column = this.#columns.get(name);
    if (!column) {
      column = new ValueColumn();
      this.#columns.set(name, column);
    }
    return column;
  }

  /** Marks the slots out that don't match. `matches`: by slot; null for all. */
  #leaveOut(isOut: Uint8Array, matches: Uint8Array | null): void {
    if (!matches) return;
    for (let slot = 0; slot < isOut.length; slot += 1) if (matches[slot] === 0) isOut[slot] = 1;
  }

  /** 1 for each slot whose values meet a condition; null for all (column-filter.ts). */
  #meeting({ fields, is, value }: ColumnCondition): Uint8Array | null {
    const columns = fields.flatMap((field) => this.#columns.get(field) ?? []);
    switch (is) {
      case 'containing':
        return this.#containing(columns, foldedText(value));
      case 'not-containing': {
        const containing = this.#containing(columns, foldedText(value));
        return containing ? inverted(containing) : new Uint8Array(this.#slots);
      }
      case 'starting': {
        const folded = foldedText(value);
        return this.#any(columns, (column) => column.texts.starting(folded));
      }
      case 'equal':
      case 'not-equal': {
        const folded = foldedText(value);
        const same = this.#any(columns, (column) => column.texts.same(folded));
        return is === 'equal' ? same : inverted(same);
      }
      case 'one-of': {
        const values = oneOfValues(value).map(foldedText);
        return this.#any(columns, ({ texts }) => {
          const hits = new Uint8Array(texts.count);
          for (const each of values)
            for (const [text, isHit] of texts.same(each).entries()) if (isHit === 1) hits[text] = 1;
          return hits;
        });
      }
      case 'empty':
      case 'not-empty': {
        const filled = this.#any(columns, (column) => new Uint8Array(column.texts.count).fill(1));
        return is === 'not-empty' ? filled : inverted(filled);
      }
      case 'at-least':
      case 'at-most': {
        const bound = readComparable(value);
        return this.#any(columns, (column) => (bound ? column.ordered(bound, is) : null));
      }
    }
  }

  #containing(columns: readonly ValueColumn[], folded: string): Uint8Array | null {
    return folded === '' ? null : this.#any(columns, (column) => column.texts.containing(folded));
  }

  /** 1 for each slot with a text that is a hit in one of the columns. `hitsOf`: 1 for each text that is; null for none. */
  #any(columns: readonly ValueColumn[], hitsOf: (column: ValueColumn) => Uint8Array | null): Uint8Array {
    const found = new Uint8Array(this.#slots);
    for (const column of columns) {
      const hits = hitsOf(column);
      if (!hits) continue;
      const { codes } = column;
      const length = Math.min(codes.length, found.length);
      let missing = found.length - length;
      for (let slot = 0; slot < length; slot += 1) {
        if (found[slot] === 1) continue;
        const code = codes[slot] ?? NO_VALUE;
        if (code >= FIRST_TEXT && hits[code - FIRST_TEXT] === 1) found[slot] = 1;
        else missing += 1;
      }
      if (missing === 0) break;
    }
    return found;
  }

  #inOrder(isOut: Uint8Array, sort: IndexQuery['sort'], order: IndexQuery['order']): Uint32Array {
    const slots = new Uint32Array(isOut.length);
    let count = 0;
    for (let slot = 0; slot < isOut.length; slot += 1) if (isOut[slot] === 0) slots[count++] = slot;
    const found = slots.subarray(0, count);
    if (!sort) return order === 'added' ? found : found.reverse();
    const column = this.#columns.get(sort.column);
    return column
      ? sortSlots(found, column, this.#orderOf(column, sort.asText ?? false), sort.direction)
      : found;
  }

  #orderOf(column: ValueColumn, asText: boolean): TextOrder {
    const { changes } = column;
    const known = this.#sorted;
    if (known?.column === column && known.asText === asText && known.changes === changes) return known.order;
    const order = orderTexts(column.texts, asText ? null : column.sortNumbers());
    this.#sorted = { column, asText, changes, order };
    return order;
  }
}

/** The texts that a condition compares with. */
function comparedTexts({ is, value }: ColumnCondition): string[] {
  return is === 'one-of' ? oneOfValues(value) : [value];
}

/** Whether folded values can be searched one by one. A line break could be the one between two values of a row. */
function isPlain(text: string): boolean {
  return text.isWellFormed() && !/[\n\0]/.test(text);
}

function inverted(flags: Uint8Array): Uint8Array {
  return flags.map((flag) => 1 - flag);
}

/** Sorts slots by their places in order: numbers and days, texts, those without a value. Equal ones keep their order. */
function sortSlots(
  slots: Uint32Array,
  { codes, texts: packed }: ValueColumn,
  { places, numbers, count }: TextOrder,
  direction: 'asc' | 'desc',
): Uint32Array {
  // An empty text is the first one, as a value of spaces is.
  const last = count + 1;
  const texts = count - numbers;
  const keyOf = (slot: number): number => {
    const code = codes[slot] ?? NO_VALUE;
    if (code === NO_VALUE) return last;
    const isEmpty = code === BLANK || packed.isEmpty(code - FIRST_TEXT);
    const own = isEmpty ? numbers : (places[code - FIRST_TEXT] ?? 0);
    const isText = own >= numbers;
    const place = isText && !isEmpty ? own + 1 : own;
    if (direction === 'asc') return place;
    return isText ? numbers + texts - (place - numbers) : numbers - 1 - place;
  };
  const starts = new Uint32Array(last + 2);
  const keys = new Uint32Array(slots.length);
  // A loop takes a quarter of the time of `from` with a function.
  for (let index = 0; index < slots.length; index += 1) {
    const key = keyOf(slots[index] ?? 0);
    keys[index] = key;
    starts[key + 1] = (starts[key + 1] ?? 0) + 1;
  }
  for (let key = 1; key < starts.length; key += 1) starts[key] = (starts[key] ?? 0) + (starts[key - 1] ?? 0);
  const sorted = new Uint32Array(slots.length);
  for (let index = 0; index < slots.length; index += 1) {
    const key = keys[index] ?? 0;
    const at = starts[key] ?? 0;
    starts[key] = at + 1;
    sorted[at] = slots[index] ?? 0;
  }
  return sorted;
}
