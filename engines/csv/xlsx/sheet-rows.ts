import { type NumberFormat, numberText } from './number-text.ts';
import { isOn, readXml, type XmlAttributes } from './read-xml.ts';
import type { SharedStrings } from './shared-strings.ts';
import { formulaLink, placeKey, type SheetLinks, showsAddress } from './sheet-links.ts';
import { readStringItem, unescaped } from './string-item.ts';
import { WorkbookFault } from './workbook-fault.ts';

/** A row with at least one cell that isn't empty. */
export interface SheetRow {
  /** as the program counts it, from 1 */
  row: number;
  /** texts from the first column on */
  cells: string[];
  /** addresses behind texts that show none, by the places of their columns */
  links?: ReadonlyMap<number, string>;
}

/** What a person should know about the rows of a sheet. */
export interface SheetNotes {
  /** rows with text that people don't see in their program, because of a filter */
  hiddenRows: number;
  hiddenColumns: number;
  /** areas of merged cells, of which only the first has text */
  mergedAreas: number;
  /** cells with an error such as #N/A, which are left empty */
  errorCells: number;
  /** formulas that were never computed, which are left empty */
  emptyFormulas: number;
  /** columns that were added for the addresses behind texts */
  linkColumns: number;
}

export interface SheetOptions {
  strings: SharedStrings;
  formats: readonly NumberFormat[];
  is1904: boolean;
  maxColumns: number;
  /** the links of the sheet, besides those of its formulas; null: it isn't read for any */
  links: SheetLinks | null;
}

const COLUMNS_OF_EXCEL = 16_384;
const ROWS_OF_EXCEL = 1_048_576;
const VALUE_MAX_CHARS = 1_000_000;
/** Excel takes formulas of 8,192 characters. */
const FORMULA_MAX_CHARS = 8192;
const PLAIN: NumberFormat = { kind: 'plain' };

/** Reads the rows of a sheet, those of each piece of its bytes in one turn, which can be none. */
export function* readSheetRows(
  pieces: Iterable<Uint8Array>,
  options: SheetOptions,
): Generator<SheetRow[], SheetNotes> {
  const reader = sheetReader(options);
  for (const _ of readXml(pieces, reader.handler)) yield reader.take();
  // The last text of a document comes when it ends.
  yield reader.take();
  return reader.notes;
}

function sheetReader({ strings, formats, is1904, maxColumns, links }: SheetOptions) {
  const notes: SheetNotes = {
    hiddenRows: 0,
    hiddenColumns: 0,
    mergedAreas: 0,
    errorCells: 0,
    emptyFormulas: 0,
    linkColumns: 0,
  };
  const item = readStringItem();
  let rows: SheetRow[] = [];
  let row = 0;
  let isHiddenRow = false;
  let cells: string[] = [];
  let column = -1;
  let type = 'n';
  let style = 0;
  let value = '';
  let isInValue = false;
  let isInItem = false;
  let hasFormula = false;
  let isInFormula = false;
  let formula = '';
  let rowLinks: Map<number, string> | null = null;

  function openRow(attributes: XmlAttributes): void {
    const given = Number(attributes.r);
    row = Number.isInteger(given) && given > row && given <= ROWS_OF_EXCEL ? given : row + 1;
    isHiddenRow = isOn(attributes.hidden);
    cells = [];
    rowLinks = null;
    column = -1;
  }
  function openCell({ r, t = 'n', s }: XmlAttributes): void {
    column = r === undefined ? column + 1 : columnOf(r);
    type = t;
    style = s === undefined ? 0 : Number(s);
    value = '';
    hasFormula = false;
    formula = '';
  }
  function closeCell(): void {
    const made = links && formulaLink(formula);
    // Programs that don't compute formulas leave out what they show.
    const text = cellText() || (made?.text ?? '');
    const address = made?.address ?? (text === '' ? null : (links?.get(placeKey(row, column)) ?? null));
    const isLink = address !== null && !showsAddress(text, address);
    if (text === '' && !isLink) {
      if (hasFormula && value === '' && type !== 'str') notes.emptyFormulas += 1;
      return;
    }
    if (column >= maxColumns) throw new WorkbookFault('too-many-columns');
    while (cells.length < column) cells.push('');
    cells[column] = text;
    if (!isLink) return;
    rowLinks ??= new Map();
    rowLinks.set(column, address);
  }
  function cellText(): string {
    switch (type) {
      case 's':
        // A cell without a number is empty: Number('') would be the first text.
        return value.trim() === '' ? '' : (strings.get(Number(value)) ?? '');
      case 'inlineStr':
        return value;
      case 'str':
        return unescaped(value);
      case 'b':
        return value.trim() === '' ? '' : isOn(value.trim()) ? 'TRUE' : 'FALSE';
      case 'e':
        if (value !== '') notes.errorCells += 1;
        return '';
      case 'd':
        return value
          .trim()
          .replace(/T00:00(?::00(?:\.0+)?)?Z?$/, '')
          .replace(/(T\d\d:\d\d):00(?:\.0+)?Z?$/, '$1')
          .replace('T', ' ');
      default:
        return numberText(value, formats[style] ?? PLAIN, is1904);
    }
  }
  function closeRow(): void {
    if (cells.length === 0) return;
    if (isHiddenRow) notes.hiddenRows += 1;
    rows.push(rowLinks ? { row, cells, links: rowLinks } : { row, cells });
  }

  return {
    notes,
    /** The rows since the last time. */
    take(): SheetRow[] {
      const taken = rows;
      rows = [];
      return taken;
    },
    handler: {
      open(name: string, attributes: XmlAttributes) {
        if (isInItem) item.open(name);
        else if (name === 'c') openCell(attributes);
        else if (name === 'v') isInValue = true;
        else if (name === 'is') {
          isInItem = true;
          item.start();
        } else if (name === 'f') {
          hasFormula = true;
          isInFormula = links !== null;
        } else if (name === 'row') openRow(attributes);
        else if (name === 'mergeCell') notes.mergedAreas += 1;
        else if (name === 'col' && isOn(attributes.hidden)) notes.hiddenColumns += columnsIn(attributes);
      },
      text(text: string) {
        if (isInItem) item.text(text);
        else if (isInValue) {
          value += text;
          if (value.length > VALUE_MAX_CHARS) throw new WorkbookFault('too-large');
        } else if (isInFormula && formula.length < FORMULA_MAX_CHARS) formula += text;
      },
      close(name: string) {
        if (name === 'is') {
          isInItem = false;
          value = item.end();
        } else if (isInItem) item.close(name);
        else if (name === 'v') isInValue = false;
        else if (name === 'f') isInFormula = false;
        else if (name === 'c') closeCell();
        else if (name === 'row') closeRow();
      },
    },
  };
}

/** "AB12" -> 27. Throws WorkbookFault for anything else. */
function columnOf(place: string): number {
  let column = 0;
  for (let at = 0; at < place.length; at += 1) {
    const code = place.charCodeAt(at) & 0xdf;
    if (code < 65 || code > 90) break;
    column = column * 26 + code - 64;
    if (column > COLUMNS_OF_EXCEL) throw new WorkbookFault('too-many-columns');
  }
  if (column < 1) throw new WorkbookFault('broken');
  return column - 1;
}

/** Columns up to the last one are often hidden because they are empty: those don't count. */
function columnsIn({ min, max }: XmlAttributes): number {
  const [first, last] = [Number(min), Number(max)];
  return first >= 1 && last >= first && last < COLUMNS_OF_EXCEL ? last - first + 1 : 0;
}
