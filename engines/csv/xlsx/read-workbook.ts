import { plural } from '#contract/plural.ts';
import type { SheetNotes } from './sheet-rows.ts';
import { type WorkbookLimits, type WorkbookReading, workbookCsv } from './workbook-csv.ts';

/** A sheet as a CSV text with commas, which everything that takes a CSV file reads. */
export interface WorkbookText extends WorkbookReading {
  text: string;
}

/**
 * Reads a sheet of a workbook as a CSV text. `pause` is called after each step, and can let others work. Throws
 * WorkbookFault.
 */
export async function readWorkbook(
  bytes: Uint8Array,
  options: {
    sheet?: string | undefined;
    limits: WorkbookLimits;
    pause: () => Promise<unknown> | undefined;
  },
): Promise<WorkbookText> {
  const pieces: string[] = [];
  const reading = workbookCsv(bytes, options);
  let step = reading.next();
  for (; !step.done; step = reading.next()) {
    if (step.value !== '') pieces.push(step.value);
    const waiting = options.pause();
    if (waiting) await waiting;
  }
  return { ...step.value, text: pieces.join('') };
}

/** What a person should know about a sheet before its rows are used, as sentences. */
export function sheetNotes(notes: SheetNotes): string[] {
  const { hiddenRows, hiddenColumns, mergedAreas, errorCells, emptyFormulas, linkColumns } = notes;
  return [
    hiddenRows > 0 && `${plural(hiddenRows, 'hidden row')} ${isAre(hiddenRows)} included.`,
    hiddenColumns > 0 && `${plural(hiddenColumns, 'hidden column')} ${isAre(hiddenColumns)} included.`,
    mergedAreas > 0 && `${plural(mergedAreas, 'merged area')}: only the first cell of each has its text.`,
    errorCells > 0 && `${plural(errorCells, 'cell')} with an error such as #N/A ${isAre(errorCells)} empty.`,
    linkColumns > 0 &&
      `${plural(linkColumns, 'column')} ${isAre(linkColumns)} added, with the addresses behind texts.`,
    emptyFormulas > 0 &&
      `${plural(emptyFormulas, 'formula')} without a stored value ${isAre(emptyFormulas)} empty. Open the file in your spreadsheet program and save it to compute them.`,
  ].filter((note) => note !== false);
}

function isAre(count: number): string {
  return count === 1 ? 'is' : 'are';
}
