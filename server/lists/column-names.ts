import { createHash } from 'node:crypto';
import { cutText } from '#contract/cut-text.ts';
import { COLUMN_NAME_MAX_CHARS } from '#contract/list-columns.ts';

const HASH_CHARS = 8;
const CUT = '… ';

/**
 * The name of a column that a row, a file or a step calls so. A longer one is cut, with the start of its SHA-256 hash at the end:
 * names with the same start stay different, and the same long name is the same column each time, in any case.
 */
export function columnName(given: string): string {
  if (given.length <= COLUMN_NAME_MAX_CHARS) return given;
  const hash = createHash('sha256').update(given.trim().toLowerCase()).digest('hex').slice(0, HASH_CHARS);
  const start = cutText(given.trim(), COLUMN_NAME_MAX_CHARS - CUT.length - HASH_CHARS);
  return `${start.trimEnd()}${CUT}${hash}`;
}
