import { readFile, stat } from 'node:fs/promises';
import { decodeCsv, type TextFault } from '#engines/csv/decode-csv.ts';
import { firstErrorLine, OperatorError } from '../operator-error.ts';

/** The file is in memory twice: as bytes and as text. */
const MAX_BYTES = 256 * 1024 * 1024;

/** Why a file isn't text, to append to "cannot be read:". */
export const TEXT_FAULT_MESSAGES: Record<TextFault | 'empty', string> = {
  empty: 'it is empty',
  workbook: 'it is a spreadsheet or an archive. Save it as CSV first',
  binary: "it isn't a text file",
};

/** Reads an operator's text file in UTF-8, UTF-16 or windows-1252. Throws OperatorError. */
export async function readTextFile(path: string): Promise<string> {
  try {
    const { size } = await stat(path);
    if (size > MAX_BYTES) throw new Error('it is larger than 256 MB. Split it into smaller files');
    return decodeText(await readFile(path), path);
  } catch (cause) {
    if (cause instanceof OperatorError) throw cause;
    throw new OperatorError(`The file ${path} cannot be read: ${firstErrorLine(cause)}`, { cause });
  }
}

/** Like `readTextFile`, for bytes already read from `path`. */
export function decodeText(bytes: Uint8Array, path: string): string {
  const decoded = decodeCsv(bytes);
  if (decoded.ok) return decoded.text;
  throw new OperatorError(`The file ${path} cannot be read: ${TEXT_FAULT_MESSAGES[decoded.fault]}`);
}
