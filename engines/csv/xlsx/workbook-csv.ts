import { CSV_CELLS_MAX, CSV_COLUMNS_MAX, CSV_ROWS_PER_TASK } from '#contract/limits.ts';
import { csvRecord } from '../write-csv.ts';
import { linkColumns, withLinks } from './link-columns.ts';
import { readSharedStrings, SharedStrings } from './shared-strings.ts';
import { hasLinkFormulas, linkBudget, readSheetLinks } from './sheet-links.ts';
import { readSheetRows, type SheetNotes, type SheetRow } from './sheet-rows.ts';
import { WorkbookFault } from './workbook-fault.ts';
import { openParts, type SheetInfo, type WorkbookParts } from './workbook-parts.ts';
import type { UnpackBudget } from './zip-parts.ts';

/** How much is read of a workbook at most. */
export interface WorkbookLimits {
  rows: number;
  columns: number;
  cells: number;
  /** of the text */
  chars: number;
  /** all that is unpacked from the file */
  unpackedBytes: number;
}

/** What is read of a workbook for a task or a list. Blank rows count only in the text. */
export const LIST_WORKBOOK_LIMITS: WorkbookLimits = {
  rows: CSV_ROWS_PER_TASK + 1,
  columns: CSV_COLUMNS_MAX,
  cells: CSV_CELLS_MAX,
  chars: 100_000_000,
  unpackedBytes: 1_000_000_000,
};

/** Which sheet was read, and what a person should know about it. */
export interface WorkbookReading {
  sheets: SheetInfo[];
  /** the name of the one that was read */
  sheet: string;
  notes: SheetNotes;
}

/** Rows between others that are empty stay, so that messages can name a row; a row far below doesn't cost memory. */
const BLANK_LINES_MAX = 10_000;
const LINE_END = '\n';

/**
 * The rows of a sheet, those of one step in a turn, which can be none. `sheet`: its name; default: the first one that people
 * see and that has rows, else the first hidden one. Throws WorkbookFault.
 */
export function* workbookRows(
  bytes: Uint8Array,
  { sheet, limits }: { sheet?: string | undefined; limits: WorkbookLimits },
): Generator<SheetRow[], WorkbookReading> {
  const budget: UnpackBudget = { bytes: limits.unpackedBytes };
  const parts = yield* silently(openParts(bytes, budget));
  const { zip, sharedStrings, formats, is1904 } = parts;
  const chosen = choose(parts, sheet);
  const strings =
    sharedStrings === null
      ? new SharedStrings()
      : yield* silently(readSharedStrings(zip.unpack(sharedStrings, budget)));
  const sheets = parts.sheets.map(({ name, isHidden }) => ({ name, isHidden }));
  // A sheet is looked through twice at most before it is read.
  const looked = linkBudget(2 * limits.unpackedBytes);
  for (const { name, part } of chosen) {
    const links = yield* silently(readSheetLinks(zip, part, looked));
    const hasLinks = links.size > 0 || hasLinkFormulas(zip, part, looked);
    const options = { strings, formats, is1904, maxColumns: limits.columns, links: hasLinks ? links : null };
    const read = (from: UnpackBudget) => limited(readSheetRows(zip.unpack(part, from), options), limits);
    const places = hasLinks && (yield* silently(linkColumns(read(looked), limits.columns)));
    const reading = read(budget);
    let hasRows = false;
    let step = reading.next();
    for (; !step.done; step = reading.next()) {
      hasRows ||= step.value.length > 0;
      yield places ? step.value.map((row) => withLinks(row, places)) : step.value;
    }
    const added = places ? places.added.size : 0;
    if (hasRows) return { sheets, sheet: name, notes: { ...step.value, linkColumns: added } };
  }
  throw new WorkbookFault('no-rows');
}

/** Like `workbookRows`, as a CSV text with commas, in pieces. */
export function* workbookCsv(
  bytes: Uint8Array,
  options: { sheet?: string | undefined; limits: WorkbookLimits },
): Generator<string, WorkbookReading> {
  const reading = workbookRows(bytes, options);
  let [line, blank, chars] = [0, 0, 0];
  let step = reading.next();
  for (; !step.done; step = reading.next()) {
    // Joined: added texts would keep the text of the document that they were cut from.
    const lines: string[] = [];
    for (const { row, cells } of step.value) {
      const skipped = Math.min(row - line - 1, BLANK_LINES_MAX - blank);
      blank += Math.max(0, skipped);
      line = row;
      const written = LINE_END.repeat(Math.max(0, skipped)) + csvRecord(cells) + LINE_END;
      chars += written.length;
      if (chars > options.limits.chars) throw new WorkbookFault('too-large');
      lines.push(written);
    }
    yield lines.join('');
  }
  return step.value;
}

function choose({ sheets }: WorkbookParts, wanted: string | undefined): WorkbookParts['sheets'] {
  if (wanted === undefined) return [...sheets].sort((a, b) => Number(a.isHidden) - Number(b.isHidden));
  const key = wanted.trim().toLowerCase();
  const found = sheets.find(({ name }) => name.trim().toLowerCase() === key);
  if (found) return [found];
  const names = sheets.map(({ name }) => `“${name.slice(0, 40)}”`).slice(0, 20);
  throw new WorkbookFault('no-such-sheet', `. It has ${names.join(', ')}`);
}

/** The rows of a sheet, if they aren't too many. What is added for links doesn't count. */
function* limited<Result>(
  reading: Generator<SheetRow[], Result>,
  limits: WorkbookLimits,
): Generator<SheetRow[], Result> {
  let [rows, cells] = [0, 0];
  let step = reading.next();
  for (; !step.done; step = reading.next()) {
    rows += step.value.length;
    if (rows > limits.rows) throw new WorkbookFault('too-many-rows');
    for (const row of step.value) cells += row.cells.length;
    if (cells > limits.cells) throw new WorkbookFault('too-many-cells');
    yield step.value;
  }
  return step.value;
}

/** The turns of work that gives out no rows yet. */
function* silently<Result>(work: Generator<void, Result>): Generator<SheetRow[], Result> {
  let step = work.next();
  for (; !step.done; step = work.next()) yield [];
  return step.value;
}
