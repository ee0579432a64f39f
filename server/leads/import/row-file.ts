import type { CsvRecord } from '#engines/csv/read-csv.ts';

/** A file of rows, and how far it is read. */
export interface RowFile {
  bytes: number;
  /** bytes read so far, of the file as it lies on the disk */
  read(): number;
  /** what it was taken for: "gzip, UTF-8, comma" */
  form(): string;
  /**
   * The records, the header first. Who does not read to the end must `return()` it: what it reads with is held until then. Throws
   * OperatorError where the file is cut off or damaged.
   */
  records(): AsyncGenerator<CsvRecord[]>;
}
