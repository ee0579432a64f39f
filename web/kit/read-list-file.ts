import { CSV_ROWS_PER_TASK } from '#contract/limits.ts';
import { decodeText, textFault } from '#engines/csv/decode-csv.ts';
import { formatNumber } from '../lib/format.ts';
import { type OpenedWorkbook, openWorkbook } from './open-workbook.ts';

const MAX_BYTES = 25 * 1024 * 1024;
/** No tool takes as many, and a text field with more makes the page slow, each time it opens. */
const MAX_LINES = CSV_ROWS_PER_TASK;

/** The text of a file with a list, or why it can't be read, as a sentence. `workbook`: it is a sheet of one. */
export type ListFile = { text: string; workbook?: OpenedWorkbook } | { problem: string };

/**
 * Reads a text file, or a sheet of an Excel workbook as a CSV text. `kinds`: the files that the form takes, such as "TXT or
 * CSV". `sheet`: its name; default: the first one with rows.
 */
export async function readListFile(file: File, kinds: string, sheet?: string): Promise<ListFile> {
  const { name } = file;
  if (file.size > MAX_BYTES) return { problem: `${name} is larger than 25 MB. Split it into smaller files.` };
  try {
    const bytes = new Uint8Array(await file.arrayBuffer());
    const fault = textFault(bytes);
    if (fault === 'binary') return { problem: `${name} isn't a text file. Choose a ${kinds} file.` };
    const opened =
      fault === 'workbook'
        ? await openWorkbook(file, bytes, sheet)
        : // Databases and terminals reject NUL.
          { text: decodeText(bytes).replaceAll('\0', '') };
    if ('problem' in opened) return opened;
    if (opened.text.trim() === '') return { problem: `${name} is empty.` };
    return opened;
  } catch {
    return { problem: `Couldn't read ${name}. Choose a ${kinds} file.` };
  }
}

/** Like `readListFile`, for a text field, which can't take as many lines as a table has rows. */
export async function readFieldFile(file: File, kinds: string, sheet?: string): Promise<ListFile> {
  const read = await readListFile(file, kinds, sheet);
  return 'text' in read && hasTooManyLines(read.text)
    ? { problem: `${file.name} has more than ${formatNumber(MAX_LINES)} lines. Split it into smaller files.` }
    : read;
}

function hasTooManyLines(text: string): boolean {
  let lines = 0;
  for (
    let index = text.indexOf('\n');
    index >= 0 && lines <= MAX_LINES;
    index = text.indexOf('\n', index + 1)
  )
    lines += 1;
  return lines > MAX_LINES;
}
