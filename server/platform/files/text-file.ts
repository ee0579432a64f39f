import { readFile, stat } from 'node:fs/promises';
import { type CsvDecoding, decodeCsv, type TextFault, unreadableNote } from '#engines/csv/decode-csv.ts';
import { fileReason } from '../file-reason.ts';
import { OperatorError } from '../operator-error.ts';
import { readWorkbookFile, splitSheet, type WorkbookSource } from './workbook-file.ts';

/** The file is in memory twice: as bytes and as text. */
const MAX_BYTES = 256 * 1024 * 1024;

/** Why a file isn't text, to append to "cannot be read:". */
export const TEXT_FAULT_MESSAGES: Record<TextFault | 'empty', string> = {
  empty: 'it is empty',
  workbook: 'it is a spreadsheet or an archive. Name the .xlsx file as a file, or save it as CSV first',
  binary: "it isn't a text file",
};

/** Gets what a person should know about what was read, as a line. */
type OnNote = (note: string) => void;

/**
 * Reads an operator's text file in UTF-8, UTF-16 or windows-1252, or a sheet of an Excel workbook as CSV: of
 * "people.xlsx#Contacts" the sheet Contacts, without a name the first one with rows. Throws OperatorError.
 */
export async function readTextFile(path: string, onNote: OnNote = () => {}): Promise<string> {
  const { file, sheet } = splitSheet(path);
  try {
    const { size } = await stat(file);
    if (size > MAX_BYTES) throw new Error('it is larger than 256 MB. Split it into smaller files');
    return await textOf(decodeCsv(await readFile(file)), { from: file, sheet }, `The file ${path}`, onNote);
  } catch (cause) {
    if (cause instanceof OperatorError) throw cause;
    throw new OperatorError(`The file ${path} cannot be read: ${fileReason(cause)}`, { cause });
  }
}

/** Like `readTextFile`, for bytes that were read already. `name` starts messages. */
export async function decodeText(
  bytes: Uint8Array,
  name: string,
  onNote: OnNote = () => {},
): Promise<string> {
  return textOf(decodeCsv(bytes), { from: bytes }, name, onNote);
}

async function textOf(
  decoded: CsvDecoding,
  source: WorkbookSource,
  name: string,
  onNote: OnNote,
): Promise<string> {
  if (decoded.ok) {
    const note = unreadableNote(decoded.text);
    if (note) onNote(note);
    return decoded.text;
  }
  const { fault } = decoded;
  if (fault !== 'workbook') throw new OperatorError(`${name} cannot be read: ${TEXT_FAULT_MESSAGES[fault]}`);
  const read = await readWorkbookFile(source);
  if (!read.ok) throw new OperatorError(`${name} ${read.reason}.`);
  onNote([`Read the sheet “${read.sheet}”.`, ...read.notes].join(' '));
  return read.text;
}
