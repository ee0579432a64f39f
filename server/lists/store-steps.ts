import type { KeyedRow } from './merge-rows.ts';
import { sizeOf } from './row-store.ts';

/** A larger row is left out. */
const ROW_MAX_BYTES = 100_000;
/** What one transaction stores at most, besides the row that exceeds the bytes. */
const STEP_ROWS = 250;
const STEP_BYTES = 512 * 1024;

/** Whether a list can store the row. */
export function isSmall({ values }: Pick<KeyedRow, 'values'>): boolean {
  return Buffer.byteLength(JSON.stringify(values)) <= ROW_MAX_BYTES;
}

/** The rows in parts that others can wait for. */
export function* stepsOf<Row extends KeyedRow>(rows: readonly Row[]): Generator<Row[]> {
  let step: Row[] = [];
  let bytes = 0;
  for (const row of rows) {
    step.push(row);
    bytes += sizeOf(row);
    if (step.length < STEP_ROWS && bytes < STEP_BYTES) continue;
    yield step;
    step = [];
    bytes = 0;
  }
  if (step.length > 0) yield step;
}
