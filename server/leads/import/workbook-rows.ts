import { readFile } from 'node:fs/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { CsvRecord } from '#engines/csv/read-csv.ts';
import { workbookRows } from '#engines/csv/xlsx/workbook-csv.ts';
import { WorkbookFault } from '#engines/csv/xlsx/workbook-fault.ts';
import { WORKBOOK_LIMITS } from '../../platform/files/workbook-file.ts';
import { OperatorError } from '../../platform/operator-error.ts';
import type { RowFile } from './row-file.ts';

/** How long the rows of one batch are collected before others get a turn. */
const TURN_MS = 10;

/** The rows of a sheet of an Excel workbook, in batches. Throws OperatorError if the file can't be read. */
export function workbookRowFile(
  path: string,
  { file, sheet }: { file: string; sheet: string | undefined },
  bytes: number,
): RowFile {
  let done = 0;
  return {
    bytes,
    read: () => done,
    form: () => 'Excel workbook',
    async *records() {
      try {
        const rows = workbookRows(await readFile(file), { sheet, limits: WORKBOOK_LIMITS });
        let batch: CsvRecord[] = [];
        let turn = performance.now();
        for (const step of rows) {
          for (const { row, cells } of step) batch.push({ line: row, row, cells });
          if (performance.now() - turn < TURN_MS) continue;
          if (batch.length > 0) yield batch;
          batch = [];
          await nextTurn();
          turn = performance.now();
        }
        done = bytes;
        if (batch.length > 0) yield batch;
      } catch (cause) {
        if (cause instanceof WorkbookFault)
          throw new OperatorError(`The file ${path} ${cause.reason}.`, { cause });
        throw cause;
      }
    },
  };
}
