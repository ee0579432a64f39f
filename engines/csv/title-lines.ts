import { isBlank } from '#engines/list-items/cell-text.ts';
import { websitesIn } from '#engines/list-items/several.ts';
import { isHeader, namesColumn } from './column-roles.ts';
import { detectDelimiter, readCsvRecord } from './read-csv.ts';

/** More lines above a header are a report, not a title. */
const MAX_TITLE_LINES = 8;
const SAMPLE_CHARS = 20_000;

/**
 * How many characters of a text are lines above the header of its table: a title, notes, blank lines. 0 if the first line
 * may be the header, or no later line surely is one.
 */
export function titleLength(text: string): number {
  const lines = text.slice(0, SAMPLE_CHARS).split(/(?<=\n)|(?<=\r)(?!\n)/);
  let length = 0;
  for (const [index, line] of lines.slice(0, MAX_TITLE_LINES + 1).entries()) {
    const delimiter = detectDelimiter(line);
    const cells = filled(line, delimiter);
    // `Name, Inc.` is a company.
    const isText = delimiter === ',' && cells.slice(1).some((cell) => /^\s/.test(cell));
    if (index > 0 && cells.length > 1 && !isText && isHeader(cells) && namesColumn(cells)) {
      const next = lines.slice(index + 1).find((below) => !isBlank(below));
      return next !== undefined && filled(next, delimiter).length > 1 ? length : 0;
    }
    if (cells.length > 1 || line.includes('@') || websitesIn(cells[0] ?? '').length > 0) return 0;
    length += line.length;
  }
  return 0;
}

function filled(line: string, delimiter: string): string[] {
  const text = line.replace(/[\r\n]+$/, '');
  const cells = text.startsWith('"') && delimiter === ',' ? readCsvRecord(text) : text.split(delimiter);
  return cells.filter((cell) => !isBlank(cell));
}
