import { createHash } from 'node:crypto';
import { createReadStream, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { workbookRows } from '../../engines/csv/xlsx/workbook-csv.ts';
import { WorkbookFault } from '../../engines/csv/xlsx/workbook-fault.ts';
import { isSameCell, OtherCell } from './same-cell.ts';

/**
 * Reads each workbook of a folder with our reader and compares all cells of all sheets with those of openpyxl:
 * `python3 bench/xlsx/openpyxl_cells.py FOLDER > cells.jsonl`, then `npm run bench:xlsx -- --folder FOLDER --cells cells.jsonl`.
 * The folder can have the test files of other readers, such as those in the sources of Apache POI (Apache-2.0), LibreOffice
 * (MPL-2.0) and libxlsxwriter (BSD-2-Clause), most of which Excel wrote. `--half 0` or `--half 1` takes the files whose names have
 * an even or odd hash, to repair what one half shows and measure with the other. `--quiet` names no file. Exits with 1 below 98%
 * of the files that openpyxl reads, or if our reader failed without a reason for people.
 */
const { values } = parseArgs({
  options: {
    folder: { type: 'string' },
    cells: { type: 'string' },
    half: { type: 'string' },
    quiet: { type: 'boolean', default: false },
  },
});
const LIMIT = 0.98;
const LIMITS = { rows: 1_048_576, columns: 16_384, cells: 20_000_000, chars: 2e8, unpackedBytes: 2e9 };
const SHOWN_CELLS = 3;

const Line = z.object({
  file: z.string(),
  error: z.string().optional(),
  sheets: z.array(z.object({ name: z.string(), cells: z.array(OtherCell) })).optional(),
});
type Line = z.infer<typeof Line>;

/** same, different, refused by one of the two, refused by both, or failed without a reason for people */
type Verdict = 'same' | 'different' | 'only openpyxl' | 'only ours' | 'neither' | 'failed';

function compare(bytes: Uint8Array, { sheets, error }: Line): { verdict: Verdict; because: string[] } {
  const because: string[] = [];
  let readable = 0;
  try {
    for (const { name, cells } of sheets ?? [{ name: undefined, cells: [] }]) {
      const ours = cellsOf(bytes, name);
      readable += ours.size;
      if (sheets) because.push(...differences(ours, cells).map((text) => `${name}!${text}`));
    }
  } catch (fault) {
    if (!(fault instanceof WorkbookFault)) return { verdict: 'failed', because: [String(fault)] };
    const count = sheets?.reduce((sum, { cells }) => sum + cells.length, 0) ?? 0;
    // openpyxl opens a workbook without cells.
    if (sheets && count === 0) return { verdict: 'same', because };
    return { verdict: sheets ? 'only openpyxl' : 'neither', because: [fault.kind] };
  }
  if (!sheets) return { verdict: 'only ours', because: [`${readable} cells, ${error}`] };
  return { verdict: because.length === 0 ? 'same' : 'different', because };
}

/** The texts of a sheet by "row,column" from 1; none for a sheet without cells. */
function cellsOf(bytes: Uint8Array, sheet: string | undefined): Map<string, string> {
  const cells = new Map<string, string>();
  try {
    for (const rows of workbookRows(bytes, { sheet, limits: LIMITS }))
      for (const { row, cells: texts } of rows)
        for (const [column, text] of texts.entries())
          if (text !== '') cells.set(`${row},${column + 1}`, text);
  } catch (fault) {
    if (fault instanceof WorkbookFault && fault.kind === 'no-rows') return cells;
    throw fault;
  }
  return cells;
}

function differences(ours: ReadonlyMap<string, string>, others: readonly OtherCell[]): string[] {
  const found: string[] = [];
  const left = new Map(ours);
  for (const other of others) {
    const place = `${other[0]},${other[1]}`;
    const text = left.get(place) ?? '';
    left.delete(place);
    if (!isSameCell(text, other))
      found.push(`${place}: ${show(text)} instead of ${other[2]} ${show(String(other[3]))} as ${other[4]}`);
  }
  for (const [place, text] of left) found.push(`${place}: ${show(text)} instead of nothing`);
  return found;
}

function show(text: string): string {
  return JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text);
}

function isChosen(file: string): boolean {
  const hash = createHash('sha1').update(file).digest()[0] as number;
  return values.half === undefined || hash % 2 === Number(values.half);
}

const { folder, cells } = values;
if (folder === undefined || cells === undefined)
  throw new Error('Pass the folder of the workbooks and their cells: --folder FOLDER --cells cells.jsonl');
const counts = new Map<Verdict, number>();
for await (const text of createInterface({ input: createReadStream(cells) })) {
  const line = Line.parse(JSON.parse(text));
  if (!isChosen(line.file)) continue;
  const { verdict, because } = compare(new Uint8Array(readFileSync(join(folder, line.file))), line);
  counts.set(verdict, (counts.get(verdict) ?? 0) + 1);
  if (verdict === 'same' || values.quiet) continue;
  console.log(`${verdict}: ${line.file}`);
  for (const reason of because.slice(0, SHOWN_CELLS)) console.log(`    ${reason}`);
  if (because.length > SHOWN_CELLS) console.log(`    and ${because.length - SHOWN_CELLS} more`);
}
const count = (verdict: Verdict) => counts.get(verdict) ?? 0;
const readByOther = count('same') + count('different') + count('only openpyxl') + count('failed');
if (readByOther === 0) throw new Error('The folder has no workbooks that openpyxl reads.');
const share = count('same') / readByOther;
console.log([...counts].map(([verdict, files]) => `${verdict}: ${files}`).join(', '));
console.log(
  `${(share * 100).toFixed(1)}% of the ${readByOther} files that openpyxl reads have the same cells.`,
);
if (share < LIMIT || count('failed') > 0) process.exitCode = 1;
