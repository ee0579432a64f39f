import { createHash } from 'node:crypto';
import { plural, pluralForm } from '#contract/plural.ts';
import { guardedCell } from '#engines/lead-query/guarded-cell.ts';
import type { Deps } from '../../deps.ts';
import { type OptOutDeps, readOptOuts } from '../../opt-outs/opt-outs.ts';
import type { Output } from '../../platform/operator/operator-command.ts';
import { OperatorError } from '../../platform/operator-error.ts';
import type { Warehouse } from '../../platform/warehouse/warehouse.ts';
import { LEAD_DATABASE_SHAPES } from '../databases.ts';
import { countDistinct } from '../distinct-leads.ts';
import { fillAlone } from '../fill-lock.ts';
import { currentImports } from '../import-records.ts';
import { type BegunImport, recordInterrupted, recordLoaded } from '../interrupted-imports.ts';
import type { LeadDeps } from '../lead-search.ts';
import { ensureTables, exchangeTables } from '../lead-tables.ts';
import { leadCheck, removeFromRows } from '../opted-out-rows.ts';
import { requireOwnTable } from '../own-table.ts';
import { changeRows } from '../row-counts.ts';
import { isCollected } from '../row-origins.ts';
import { countRows } from '../table-facts.ts';
import { PLACE_COLUMNS } from './place-columns.ts';
import { FILE, openPlaceFiles, type PlaceFile } from './place-files.ts';
import { continueLoad, forgetLoad, LIVE, LOADING, MAX_ROWS, markExchange, markPart } from './place-load.ts';

const DATABASE = 'local_businesses';

/** Which places of which files to import. */
export interface PlaceImportRequest {
  /** absolute paths of Overture's Parquet files on the machine that runs the import */
  files: readonly string[];
  /** ISO 3166-1 codes in capitals; empty: all */
  countries: readonly string[];
  /** categories of any level, such as `roofing`; empty: all */
  categories: readonly string[];
  /** 0 to 1 */
  minConfidence: number;
  /** the date of the release (YYYY-MM-DD); null uses the first file's date */
  date: string | null;
  /** how long the places are kept, such as `12 months`; null: until they are replaced */
  deleteAfter?: string | null;
}

export interface PlaceImportReport {
  /** rows of all files */
  read: number;
  /** places in the database now */
  places: number;
  /** places with contacts on the opt-out list */
  optedOut: number;
  /** parts that an interrupted import had loaded before */
  resumedParts: number;
  seconds: number;
}

export type PlaceDeps = OptOutDeps & LeadDeps & Pick<Deps, 'warehouse' | 'clock'>;

/** Rows of a file that are loaded at once. After an interruption, an import goes on with the next part. */
const PART_ROWS = 2_000_000;
const SOURCE = 'Overture Maps Foundation, Places';
const LICENSE = 'CDLA-Permissive-2.0, Apache-2.0 and CC0-1.0, as the license of each place says';

/**
 * Imports Overture's files and replaces all local businesses at its end; searches find the old ones until then. The same
 * import goes on after an interruption with what it had not loaded. Throws OperatorError if a file isn't one of Overture
 * Places, if a place is in the files twice, if no place matches, or if another import of places is running.
 */
export async function importPlaces(
  deps: PlaceDeps,
  request: PlaceImportRequest,
  output: Pick<Output, 'note' | 'progress'>,
  partRows = PART_ROWS,
): Promise<PlaceImportReport> {
  const { warehouse } = deps;
  if (!warehouse.embedded)
    throw new OperatorError(
      'Only the built-in engine can read Parquet files. To import places, unset CLICKHOUSE_URL.',
    );
  return fillAlone(deps, DATABASE, () => runImport(deps, request, output, partRows));
}

async function runImport(
  deps: PlaceDeps,
  request: PlaceImportRequest,
  output: Pick<Output, 'note' | 'progress'>,
  partRows: number,
): Promise<PlaceImportReport> {
  const startedAt = performance.now();
  const { warehouse } = deps;
  const files = await openPlaceFiles(warehouse, request.files);
  const read = files.reduce((sum, { rows }) => sum + rows, 0);
  if (read > MAX_ROWS)
    throw new OperatorError(
      `An import can have at most ${MAX_ROWS.toLocaleString('en-US')} rows in all files.`,
    );
  await ensureTables(warehouse, DATABASE);
  await requireOwnTable(warehouse, LIVE);
  await recordInterrupted(warehouse);
  const parts = files.flatMap((file, index) => partsOf(file, rowsBefore(files, index), partRows));
  const load = loadName(files, request, partRows);
  const before = await collectedBefore(warehouse);
  const earlier = await continueLoad(warehouse, load, (part) => parts[part]?.row ?? MAX_ROWS);
  const { importId } = earlier;
  if (earlier.parts.size > 0)
    output.note(
      `Going on with an interrupted import: ${earlier.parts.size} of ${plural(parts.length, 'part')} ${pluralForm(earlier.parts.size, 'is', 'are')} loaded.`,
    );

  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  for (const [index, part] of parts.entries()) {
    if (!earlier.parts.has(index) && !earlier.isLive) {
      await loadPart(warehouse, part, request, { now: deps.clock.now(), before, importId });
      await markPart(warehouse, load, index);
    }
    const rows = part.row + part.to - part.from;
    output.progress?.({ read: Math.round((bytes * rows) / Math.max(read, 1)), bytes, rows });
  }
  // An import that was listed after its interruption keeps its time.
  const listed = (await currentImports(warehouse, DATABASE)).find(({ id }) => id === importId);
  const at = listed?.at ?? new Date(deps.clock.now()).toISOString();
  const describe = (): BegunImport => ({
    id: importId,
    database: DATABASE,
    mode: 'replace',
    at,
    source: SOURCE,
    licence: LICENSE,
    dataDate: request.date ?? files[0]?.modified.toISOString().slice(0, 10) ?? '',
    preset: 'overture',
    refused: 0,
    columns: [...PLACE_COLUMNS],
    note: '',
    deleteAfter: request.deleteAfter ?? '',
  });
  const { rows: places, optedOut } = await recordLoaded(warehouse, describe, async (goesLive) => {
    const removed = earlier.isLive
      ? await removeOptedOut(warehouse, LIVE, await readOptOuts(deps))
      : await replacePlaces(deps, load, output, goesLive);
    return { rows: await countRows(warehouse, LIVE), duplicates: 0, optedOut: removed };
  });
  deps.leadSearch.invalidate(DATABASE);
  await forgetLoad(warehouse);
  const seconds = Math.round((performance.now() - startedAt) / 100) / 10;
  return { read, places, optedOut, resumedParts: earlier.parts.size, seconds };
}

/** Replaces the places by the loaded ones. Returns how many opted out. */
async function replacePlaces(
  deps: PlaceDeps,
  load: string,
  output: Pick<Output, 'note'>,
  goesLive: () => Promise<void>,
): Promise<number> {
  const { warehouse } = deps;
  output.note('All rows read. Checking the places…');
  const { rows, duplicates } = await countDistinct(warehouse, LOADING, null);
  if (duplicates > 0 || rows === 0) await forgetLoad(warehouse);
  if (duplicates > 0)
    throw new OperatorError(
      `The files have ${plural(duplicates, 'place')} twice. Import the files of one release. The database was not changed.`,
    );
  if (rows === 0) throw new OperatorError('No place in these files matches. The database was not changed.');
  const listed = await readOptOuts(deps);
  const before = await removeOptedOut(warehouse, LOADING, listed);
  await markExchange(warehouse, load);
  await goesLive();
  return changeRows(warehouse, LIVE, async () => {
    await exchangeTables(warehouse, LOADING, LIVE);
    // Opt-outs since the list was read deleted only what was live.
    return before + (await removeOptedOut(warehouse, LIVE, (await readOptOuts(deps)).since(listed)));
  });
}

async function removeOptedOut(
  warehouse: Warehouse,
  table: string,
  listed: Parameters<typeof leadCheck>[2],
): Promise<number> {
  if (listed.size === 0) return 0;
  const check = leadCheck(LEAD_DATABASE_SHAPES[DATABASE], PLACE_COLUMNS, listed);
  return removeFromRows(
    warehouse,
    table,
    check,
    "emails != '' OR websites != '' OR socials != '' OR phones != ''",
  );
}

/** Some rows of a file, from one up to before another. */
interface Part {
  file: PlaceFile;
  from: number;
  to: number;
  /** how many rows of all files are before them */
  row: number;
}

function rowsBefore(files: readonly PlaceFile[], index: number): number {
  return files.slice(0, index).reduce((sum, { rows }) => sum + rows, 0);
}

function partsOf(file: PlaceFile, row: number, partRows: number): Part[] {
  return Array.from({ length: Math.ceil(file.rows / partRows) }, (_, index) => {
    const from = index * partRows;
    return { file, from, to: Math.min(from + partRows, file.rows), row: row + from };
  });
}

/** Grows when parts get other columns or indexes, so that an import doesn't go on with parts of an earlier version. */
const FORMAT = 5;

/** The same for the same files and filters, so that an import finds what an earlier one had loaded. */
function loadName(files: readonly PlaceFile[], request: PlaceImportRequest, partRows: number): string {
  const { countries, categories, minConfidence } = request;
  const of = files.map(({ path, bytes, modified, selected }) => [path, bytes, modified.getTime(), selected]);
  return createHash('sha256')
    .update(JSON.stringify([FORMAT, of, countries, categories, minConfidence, partRows]))
    .digest('hex');
}

/** Cells of the globe that order the places of a category and country, so that a page or radius reads few others. */
const CELLS = 8192;

const LOAD_SETTINGS = {
  // The engine can't hand the filters of a part to its reader of Parquet.
  query_plan_optimize_prewhere: 0,
  optimize_move_to_prewhere: 0,
  // A step of the engine has 2 GB. By default, its reader alone can hold 4 GB of a file ahead.
  input_format_parquet_memory_high_watermark: 100_000_000,
  input_format_parquet_max_block_size: 16_384,
  max_block_size: 16_384,
  max_parsing_threads: 1,
  max_insert_threads: 2,
  // The other side of the join would be whole rows in memory.
  query_plan_join_swap_table: "'false'",
  join_use_nulls: 0,
  min_insert_block_size_rows: 65_536,
  min_insert_block_size_bytes: 67_108_864,
};

/**
 * When the places that searches read were collected, if they don't say so themselves: in seconds since the epoch. null: there are
 * none from Overture.
 */
async function collectedBefore(warehouse: Warehouse): Promise<number | null> {
  const [first] = (await currentImports(warehouse, DATABASE)).filter(isCollected);
  return first ? Math.floor(Date.parse(first.at) / 1000) : null;
}

/** Adds the rows of a part that match to the table. A place that was there before keeps the time when it was collected first. */
async function loadPart(
  warehouse: Warehouse,
  { file, from, to, row }: Part,
  { countries, categories, minConfidence }: PlaceImportRequest,
  { now, before, importId }: { now: number; before: number | null; importId: string },
): Promise<void> {
  const fields = PLACE_COLUMNS.map((column, index) => `${file.selected[index]} AS f_${column}`);
  const names = PLACE_COLUMNS.map((column) => `f_${column}`);
  const cell = (degrees: string, from: number) =>
    `toUInt32(least(greatest((toFloat64OrZero(${degrees}) + ${from}) / ${from * 2}, 0) * ${CELLS}, ${CELLS - 1}))`;
  const id = `mortonEncode(${cell('f_longitude', 180)}, ${cell('f_latitude', 90)}) * ${MAX_ROWS} + {row:UInt64} + f_row - {from:UInt64}`;
  const formulas = `arrayExists(cell -> cell != ${guardedCell('cell')}, [${names.join(', ')}])`;
  const ofCategories = `hasAny(arrayPushBack(splitByString('; ', f_categories), f_category), {categories:Array(String)})`;
  const rows = `FROM ${FILE} WHERE _row_number >= {from:UInt64} AND _row_number < {to:UInt64}`;
  const key = (id: string) => `sipHash64(${id})`;
  const ids = file.selected[PLACE_COLUMNS.indexOf('id')] ?? '';
  const joined =
    before === null
      ? ''
      : `LEFT JOIN (
  SELECT lw_key AS lw_before_key, if(toUnixTimestamp(lw_collected) = 0, {before:UInt32}, toUnixTimestamp(lw_collected)) AS lw_before
  FROM ${LIVE} WHERE lw_key IN (SELECT ${key(ids)} ${rows})) AS earlier ON ${key('f_id')} = lw_before_key`;
  const collected = before === null ? '{now:UInt32}' : 'if(lw_before = 0, {now:UInt32}, lw_before)';
  const settings = Object.entries(LOAD_SETTINGS)
    .map(([name, value]) => `${name} = ${value}`)
    .join(', ');
  await warehouse.run({
    sql: `INSERT INTO ${LOADING} (${PLACE_COLUMNS.join(', ')}, lw_id, lw_formulas, lw_import, lw_collected) SETTINGS ${settings}
SELECT ${names.join(', ')}, ${id}, ${formulas}, {importId:String}, toDateTime(${collected}, 'UTC')
FROM (SELECT ${fields.join(', ')}, _row_number AS f_row ${rows}) AS part
${joined}
WHERE f_name != '' AND f_id != '' AND toFloat32OrZero(f_confidence) >= {minConfidence:Float32}
AND (empty({countries:Array(String)}) OR f_country IN {countries:Array(String)})
AND (empty({categories:Array(String)}) OR ${ofCategories})`,
    params: {
      path: file.path,
      row,
      from,
      to,
      minConfidence,
      countries,
      categories,
      now: Math.floor(now / 1000),
      before: before ?? 0,
      importId,
    },
  });
}
