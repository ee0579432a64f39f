import type { CsvRecord } from '#engines/csv/read-csv.ts';

/** A file of rows that is read in batches. */
export interface RowFile {
  bytes: number;
  /** bytes read so far, of the compressed file */
  read(): number;
  /** the detected format: "gzip, utf-8, comma" */
  form(): string;
  /**
   * The records, header first. Call `return()` if you don't read to the end, to close the file. Throws
   * OperatorError if the file is incomplete or damaged.
   */
  records(): AsyncGenerator<CsvRecord[]>;
}
