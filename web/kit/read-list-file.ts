import { CSV_ROWS_PER_TASK } from '#contract/limits.ts';
import { decodeText, textFault } from '#engines/csv/decode-csv.ts';
import { formatNumber } from '../lib/format.ts';

const MAX_BYTES = 25 * 1024 * 1024;
/** No tool takes as many, and a text field with more makes the page slow, each time it opens. */
const MAX_LINES = CSV_ROWS_PER_TASK;

/**
 * The text of a file with a list, or why it can't be read, as a sentence. `kinds`: the files that the form
 * takes, such as "TXT or CSV".
 */
export async function readListFile(
  file: File,
  kinds: string,
): Promise<{ text: string } | { problem: string }> {
  const { name } = file;
  if (file.size > MAX_BYTES) return { problem: `${name} is larger than 25 MB. Split it into smaller files.` };
  try {
    const bytes = new Uint8Array(await file.arrayBuffer());
    switch (textFault(bytes)) {
      case 'workbook':
        return {
          problem: `${name} is a spreadsheet. Save it as “CSV UTF-8”, or copy its cells and paste them here.`,
        };
      case 'binary':
        return { problem: `${name} isn't a text file. Choose a ${kinds} file.` };
      case null: {
        // Databases and terminals reject NUL.
        const text = decodeText(bytes).replaceAll('\0', '');
        if (text.trim() === '') return { problem: `${name} is empty.` };
        return hasTooManyLines(text)
          ? {
              problem: `${name} has more than ${formatNumber(MAX_LINES)} lines. Split it into smaller files.`,
            }
          : { text };
      }
    }
  } catch {
    return { problem: `Couldn't read ${name}. Choose a ${kinds} file.` };
  }
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
