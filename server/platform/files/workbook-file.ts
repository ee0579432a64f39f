import { readFile } from 'node:fs/promises';
import { CSV_COLUMNS_MAX } from '#contract/limits.ts';
import { readWorkbook, sheetNotes } from '#engines/csv/xlsx/read-workbook.ts';
import type { WorkbookLimits } from '#engines/csv/xlsx/workbook-csv.ts';
import { WorkbookFault } from '#engines/csv/xlsx/workbook-fault.ts';
import { ChildLimitError, createChildRunner } from '../process/child-runner.ts';

/** A workbook to read: its place or its bytes, and the name of a sheet. Default: the first sheet with rows. */
export interface WorkbookSource {
  from: string | Uint8Array;
  sheet?: string | undefined;
}

/** A sheet as a CSV text, with what a person should know about it; or why it can't be read, to append to a name. */
export type WorkbookFileText =
  | { ok: true; text: string; sheet: string; notes: string[] }
  | { ok: false; reason: string };

/** More than any task or list takes. The text is in memory once more in this process. */
export const WORKBOOK_LIMITS: WorkbookLimits = {
  rows: 1_048_576,
  columns: CSV_COLUMNS_MAX,
  cells: 20_000_000,
  chars: 200_000_000,
  unpackedBytes: 2_000_000_000,
};

const children = createChildRunner({ heapMb: 512, youngMb: 16, timeMs: 180_000, concurrent: 1 });

/** Reads a sheet in a child process, because a file can be made to take much memory and time. */
export async function readWorkbookFile(source: WorkbookSource): Promise<WorkbookFileText> {
  try {
    return await children.run<WorkbookFileText>({
      module: new URL('./workbook-file.ts', import.meta.url).href,
      run: readWorkbookHere.name,
      input: source,
    });
  } catch (error) {
    if (error instanceof ChildLimitError) return { ok: false, reason: new WorkbookFault('too-large').reason };
    throw error;
  }
}

/** What the child process does. */
export async function readWorkbookHere({ from, sheet }: WorkbookSource): Promise<WorkbookFileText> {
  const bytes = typeof from === 'string' ? await readFile(from) : from;
  try {
    const read = await readWorkbook(bytes, { sheet, limits: WORKBOOK_LIMITS, pause: () => undefined });
    return { ok: true, text: read.text, sheet: read.sheet, notes: sheetNotes(read.notes) };
  } catch (error) {
    if (error instanceof WorkbookFault) return { ok: false, reason: error.reason };
    throw error;
  }
}

/** "people.xlsx#Contacts" -> the file and the name of a sheet. */
export function splitSheet(path: string): { file: string; sheet: string | undefined } {
  const [, file = path, sheet] = /^(.+\.xls[xm])#([^/\\]+)$/is.exec(path) ?? [];
  return { file, sheet };
}
