import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { createChildRunner } from '../process/child-runner.ts';
import {
  type LargeWorkbook,
  type Measured,
  readLargeWorkbook,
  writeLargeWorkbook,
  writeSharedWorkbook,
} from './test-large-workbooks.ts';
import { WORKBOOK_CHILD_LIMITS } from './workbook-file.ts';

const ROWS = 100_000;
const COLUMNS = 20;
const MAX_BYTES = 300_000_000;
/** Node alone has more. */
const LEAST_BYTES = 40_000_000;
const LAST = 'text 0099999 0000,text 0099999 0001';

const folder = mkdtempSync(join(tmpdir(), 'leadwell-memory-'));
afterAll(() => rmSync(folder, { recursive: true }));
/** A process of its own for each step, like those that read files. */
const children = createChildRunner(WORKBOOK_CHILD_LIMITS);
const inChild = <Result>(run: string, input: unknown) =>
  children.run<Result>({ module: new URL('./test-large-workbooks.ts', import.meta.url).href, run, input });
const workbook = (name: string): LargeWorkbook => ({
  path: join(folder, name),
  rows: ROWS,
  columns: COLUMNS,
});

const ours = workbook('ours.xlsx');
const shared = workbook('shared.xlsx');

/** As each test here takes some seconds alone, and many more beside others. */
const TIMEOUT_MS = 180_000;

it('writes 100,000 rows of 20 columns with less than 300 MB', { timeout: TIMEOUT_MS }, async () => {
  const { maxBytes } = await inChild<Measured>(writeLargeWorkbook.name, ours);
  expect(statSync(ours.path).size).toBeGreaterThan(5_000_000);
  expect(maxBytes).toBeGreaterThan(LEAST_BYTES);
  expect(maxBytes).toBeLessThan(MAX_BYTES);
});

it('reads them with less than 300 MB', { timeout: TIMEOUT_MS }, async () => {
  const { maxBytes, ...read } = await inChild<Measured>(readLargeWorkbook.name, ours.path);
  expect(read).toEqual({ lines: ROWS, last: expect.stringContaining(LAST) });
  expect(maxBytes).toBeGreaterThan(LEAST_BYTES);
  expect(maxBytes).toBeLessThan(MAX_BYTES);
});

it('reads them with less than 300 MB as Excel writes them, with all texts in one table', {
  timeout: TIMEOUT_MS,
}, async () => {
  await writeSharedWorkbook(shared);
  const { maxBytes, ...read } = await inChild<Measured>(readLargeWorkbook.name, shared.path);
  expect(read).toEqual({ lines: ROWS, last: expect.stringContaining(LAST) });
  expect(maxBytes).toBeGreaterThan(LEAST_BYTES);
  expect(maxBytes).toBeLessThan(MAX_BYTES);
});
