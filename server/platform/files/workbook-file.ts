import { readFile } from 'node:fs/promises';
import { CSV_COLUMNS_MAX } from '#contract/limits.ts';
import { sheetNotes } from '#engines/csv/xlsx/read-workbook.ts';
import { LIST_WORKBOOK_LIMITS, type WorkbookLimits, workbookCsv } from '#engines/csv/xlsx/workbook-csv.ts';
import { WorkbookFault, type WorkbookFaultKind } from '#engines/csv/xlsx/workbook-fault.ts';
import { createFairSlots } from '#net/fair-slots.ts';
import { currentCaller } from '../database/database-turns.ts';
import {
  ChildLimitError,
  type ChildLimits,
  type ChildRunner,
  createChildRunner,
} from '../process/child-runner.ts';

/** A workbook to read: its place or its bytes, and the name of a sheet. Default: the first sheet with rows. */
export interface WorkbookSource {
  from: string | Uint8Array;
  sheet?: string | undefined;
  /** Default: `WORKBOOK_LIMITS` */
  limits?: WorkbookLimits;
}

/** A sheet as a CSV text, with what a person should know about it; or why it can't be read, to append to a name. */
export type WorkbookFileText =
  | { ok: true; text: string; sheet: string; notes: string[] }
  | { ok: false; kind: WorkbookFaultKind; reason: string };

/** More than any task or list takes. The text is in memory once more in this process. */
export const WORKBOOK_LIMITS: WorkbookLimits = {
  rows: 1_048_576,
  columns: CSV_COLUMNS_MAX,
  cells: 20_000_000,
  chars: 200_000_000,
  unpackedBytes: 2_000_000_000,
};

/** Of a process that reads a workbook. */
export const WORKBOOK_CHILD_LIMITS: ChildLimits = { heapMb: 512, youngMb: 8, timeMs: 180_000, concurrent: 1 };
const children = createChildRunner(WORKBOOK_CHILD_LIMITS);
/** Uploads have a process of their own, so that nothing else waits for them, and are read one at a time. */
const uploadChildren = createChildRunner({ ...WORKBOOK_CHILD_LIMITS, timeMs: 60_000 });
const uploadTurns = createFairSlots([{ limit: 1, maxHeld: () => 1 }]);

/** Reads a sheet in a child process, because a file can be made to take much memory and time. */
export function readWorkbookFile(source: WorkbookSource): Promise<WorkbookFileText> {
  return readIn(children, source);
}

/** Reads a sheet of a file that a request brought, with the limits of a list. Accounts take turns. */
export async function readUploadedWorkbook(bytes: Uint8Array, sheet?: string): Promise<WorkbookFileText> {
  const end = await uploadTurns.take(currentCaller(), ['']);
  try {
    return await readIn(uploadChildren, { from: bytes, sheet, limits: LIST_WORKBOOK_LIMITS });
  } finally {
    end();
  }
}

async function readIn(runner: ChildRunner, source: WorkbookSource): Promise<WorkbookFileText> {
  try {
    const read = await runner.run<WorkbookPieces>({
      module: new URL('./workbook-file.ts', import.meta.url).href,
      run: readWorkbookHere.name,
      input: source,
    });
    if (!read.ok) return read;
    const { pieces, ...rest } = read;
    return { ...rest, text: pieces.join('') };
  } catch (error) {
    if (error instanceof ChildLimitError) return failed(new WorkbookFault('too-large'));
    throw error;
  }
}

/** What the child process sends: the text in the pieces that it was read in, because a whole text would be in memory twice. */
export type WorkbookPieces =
  | { ok: true; pieces: string[]; sheet: string; notes: string[] }
  | Extract<WorkbookFileText, { ok: false }>;

/** What the child process does. */
export async function readWorkbookHere({
  from,
  sheet,
  limits = WORKBOOK_LIMITS,
}: WorkbookSource): Promise<WorkbookPieces> {
  const bytes = typeof from === 'string' ? await readFile(from) : from;
  const pieces: string[] = [];
  try {
    const reading = workbookCsv(bytes, { sheet, limits });
    let step = reading.next();
    for (; !step.done; step = reading.next()) if (step.value !== '') pieces.push(step.value);
    return { ok: true, pieces, sheet: step.value.sheet, notes: sheetNotes(step.value.notes) };
  } catch (error) {
    if (error instanceof WorkbookFault) return failed(error);
    throw error;
  }
}

function failed({ kind, reason }: WorkbookFault): Extract<WorkbookFileText, { ok: false }> {
  return { ok: false, kind, reason };
}

/** "people.xlsx#Contacts" -> the file and the name of a sheet. */
export function splitSheet(path: string): { file: string; sheet: string | undefined } {
  const [, file = path, sheet] = /^(.+\.xls[xm])#([^/\\]+)$/is.exec(path) ?? [];
  return { file, sheet };
}
