import type { SheetInfo } from '#engines/csv/xlsx/workbook-parts.ts';

/** What the dialog for files shows besides text files. */
export const WORKBOOK_FILES = '.xlsx,.xlsm,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** A workbook of which a sheet was read. */
export interface OpenedWorkbook {
  file: File;
  sheets: readonly SheetInfo[];
  /** the name of the sheet that was read */
  sheet: string;
  /** what a person should know about it, as sentences */
  notes: readonly string[];
}

/** Longer work makes the page feel slow. */
const WORK_MS = 16;

/**
 * Reads a sheet of an Excel workbook as a CSV text, by default the first one with rows, or says why it can't, as a sentence.
 * The page stays usable meanwhile. The code for it is loaded with the first workbook.
 */
export async function openWorkbook(
  file: File,
  bytes: Uint8Array,
  sheet?: string,
): Promise<{ text: string; workbook: OpenedWorkbook } | { problem: string }> {
  const { readWorkbook, sheetNotes } = await import('#engines/csv/xlsx/read-workbook.ts');
  const { LIST_WORKBOOK_LIMITS: limits } = await import('#engines/csv/xlsx/workbook-csv.ts');
  const { WorkbookFault } = await import('#engines/csv/xlsx/workbook-fault.ts');
  let since = performance.now();
  const pause = () =>
    performance.now() - since < WORK_MS
      ? undefined
      : new Promise<void>((resolve) => {
          setTimeout(() => {
            since = performance.now();
            resolve();
          });
        });
  try {
    const read = await readWorkbook(bytes, { sheet, limits, pause });
    return {
      text: read.text,
      workbook: { file, sheets: read.sheets, sheet: read.sheet, notes: sheetNotes(read.notes) },
    };
  } catch (error) {
    if (error instanceof WorkbookFault) return { problem: `${file.name} ${error.reason}.` };
    throw error;
  }
}
