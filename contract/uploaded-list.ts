import { z } from 'zod';
import { CSV_COLUMNS_MAX } from './limits.ts';

const COLUMN_NAME_MAX_CHARS = 500;
/** A longer row is refused, so that one row can't fill the memory of a reader. */
const ROW_MAX_CHARS = 100_000;

/**
 * The own columns of a list. Each row is one CSV record (RFC 4180, with commas), so that a body
 * has few values however many columns the list has.
 */
export const UploadedList = z
  .object({
    columns: z
      .array(z.string().max(COLUMN_NAME_MAX_CHARS))
      .min(1)
      .max(CSV_COLUMNS_MAX, `Maximum ${CSV_COLUMNS_MAX} columns per list.`),
    rows: z.array(z.string().max(ROW_MAX_CHARS)),
  })
  .describe(
    'The own columns of the list, kept in the CSV file. `rows` has one CSV record for each of `urls`, in the same order; a row without a URL has an empty text in `urls`.',
  );
export type UploadedList = z.infer<typeof UploadedList>;
