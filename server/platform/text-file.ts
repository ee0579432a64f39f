import { readFile, stat } from 'node:fs/promises';
import { decodeCsv, type TextFault } from '#engines/csv/decode-csv.ts';
import { OperatorError, reasonOf } from './operator-error.ts';

/** Held whole, and once more as text. */
const MOST_BYTES = 256 * 1024 * 1024;

/** What is told of a file that is no text, behind "cannot be read:". */
export const TEXT_FAULT_WORDS: Record<TextFault | 'empty', string> = {
  empty: 'it is empty',
  workbook: 'it is a spreadsheet or an archive. Save it as CSV first',
  binary: 'it is no text file',
};

/** The text of a file that an operator names, in UTF-8, UTF-16 or windows-1252. Throws OperatorError. */
export async function readTextFile(path: string): Promise<string> {
  try {
    const { size } = await stat(path);
    if (size > MOST_BYTES) throw new Error('it is larger than 256 MB. Split it into several');
    return textOf(await readFile(path), path);
  } catch (cause) {
    if (cause instanceof OperatorError) throw cause;
    throw new OperatorError(`The file ${path} cannot be read: ${reasonOf(cause)}`, { cause });
  }
}

/** As `readTextFile`, of the bytes that were read already. */
export function textOf(bytes: Uint8Array, path: string): string {
  const decoded = decodeCsv(bytes);
  if (decoded.ok) return decoded.text;
  throw new OperatorError(`The file ${path} cannot be read: ${TEXT_FAULT_WORDS[decoded.fault]}`);
}
