import { randomUUID } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { PeopleDatabase } from '#contract/leads.ts';
import { dataPreset, isLeadPreset } from '#engines/data-presets/data-presets.ts';
import type { Deps } from '../../deps.ts';
import { splitSheet } from '../../platform/files/workbook-file.ts';
import type { Output } from '../../platform/operator/operator-command.ts';
import { OperatorError } from '../../platform/operator-error.ts';
import { LEAD_DATABASE_SHAPES } from '../databases.ts';
import { fillAlone } from '../fill-lock.ts';
import { recordInterrupted, recordLoaded } from '../interrupted-imports.ts';
import type { LeadDeps } from '../lead-search.ts';
import { ensureTables, leadTable } from '../lead-tables.ts';
import { loadLeads } from '../load-leads.ts';
import { hasOnlySamples } from '../mixed-samples.ts';
import { watchOptOuts } from '../opted-out-leads.ts';
import { requireOwnTable } from '../own-table.ts';
import { dropLeftovers } from '../own-work-tables.ts';
import { originOf } from '../row-origins.ts';
import { detectPreset, planColumns } from './columns.ts';
import { openOfficialFile } from './official/official-file.ts';
import type { ImportPreset } from './presets.ts';
import { openRowFile } from './read-file.ts';
import { createLeadReader, type LeadReader } from './read-lead.ts';
import { createRejectedRows } from './rejected-rows.ts';
import type { RowFile } from './row-file.ts';

export interface ImportRequest {
  /** absolute path on the machine that runs the import */
  file: string;
  database: PeopleDatabase;
  mode: 'replace' | 'append';
  preset: ImportPreset | null;
  source: string;
  licence: string;
  /** the date of the data (YYYY-MM-DD); null uses the file's date */
  date: string | null;
  dryRun: boolean;
  /** how long the rows are kept, such as `12 months` (retention-period.ts); null: until they are replaced */
  deleteAfter?: string | null;
  /** file for rejected rows and their reasons */
  refusedFile: string;
}

export interface ImportReport {
  database: PeopleDatabase;
  preset: ImportPreset;
  form: string;
  read: number;
  imported: number;
  duplicates: number;
  refused: number;
  /** rows of people and domains on the opt-out list */
  optedOut: number;
  /** of official lists: records that ended, and those without anyone to write to. They aren't in `read`. */
  leftOut?: { inactive: number; nobody: number };
  /** of official lists: duplicates whose email an earlier record of the file has */
  sameEmail?: number;
  columns: number;
  seconds: number;
  dryRun: boolean;
}

const PROGRESS_MS = 250;

export type ImportDeps = Pick<Deps, 'database' | 'warehouse' | 'clock' | 'secrets'> & LeadDeps;

/**
 * Imports a file of leads: `replace` replaces all leads, `append` adds new ones, but replaces sample leads. A dry run skips only the
 * last step. Readers see the old leads until the import succeeds. Throws OperatorError, also if no row of the
 * file can be used, or if another import into the database is running.
 */
export async function importLeads(
  deps: ImportDeps,
  request: ImportRequest,
  output: Pick<Output, 'note' | 'progress'>,
): Promise<ImportReport> {
  const { preset, database } = request;
  const { source, licence: license } = request;
  const official = isLeadPreset(preset)
    ? await openOfficialFile(preset, request.file, { database, source, license }, deps.warehouse)
    : null;
  if (isLeadPreset(preset)) {
    const list = dataPreset(preset);
    const people = list.persons ? 'yes' : 'no';
    output.note(`${list.title}. License: ${list.license}. Source: ${list.source}. Has people: ${people}.`);
    output.note(list.basis);
  }
  const file = official ?? (await openRowFile(request.file, deps.warehouse));
  const records = file.records();
  const work = () => importRecords(deps, request, output, { file, records });
  try {
    const report = await (request.dryRun ? work() : fillAlone(deps, database, work));
    return official ? { ...report, leftOut: official.leftOut() } : report;
  } finally {
    // A partly read file keeps a file descriptor or an engine connection open.
    await records.return(undefined);
  }
}

async function importRecords(
  deps: ImportDeps,
  request: ImportRequest,
  output: Pick<Output, 'note' | 'progress'>,
  { file, records }: { file: RowFile; records: ReturnType<RowFile['records']> },
): Promise<ImportReport> {
  const startedAt = performance.now();
  const { database, dryRun } = request;
  const { warehouse } = deps;
  const { header, first } = await readHeader(records, request.file);
  const preset = request.preset ?? detectPreset(header, database);
  if (!preset) {
    throw new OperatorError(
      `The columns of ${request.file} match no known preset. Choose one with --preset; "own" keeps the column names.`,
    );
  }
  const columnsOf = isLeadPreset(preset) ? 'own' : preset;
  const reader = createLeadReader(database, planColumns(header, columnsOf, database), header.length);
  output.note(`${file.form()}; preset ${preset}; ${header.length} columns`);
  await ensureTables(warehouse, database);
  await dropLeftovers(warehouse);
  await recordInterrupted(warehouse);
  // Before the file is read, which can take long.
  await requireOwnTable(warehouse, leadTable(database));
  const mode = (await hasOnlySamples(warehouse, database)) ? 'replace' : request.mode;
  if (mode !== request.mode)
    output.note(
      'The database has only made-up sample leads. These leads replace them instead of being added.',
    );

  const counts = { read: 0, refused: 0, optedOut: 0 };
  let usable = 0;
  let line = 0;
  const rejectedRows = createRejectedRows(request.refusedFile);
  const { findOptedOut, removeNewlyOptedOut } = await watchOptOuts(deps, database);
  const optedOutOfLead = findOptedOut(reader.columns);
  const places = new Map(reader.columns.map((column, lineNumber) => [column, lineNumber]));
  async function* rows(): AsyncGenerator<string[]> {
    let reportedAt = performance.now();
    yield* readBatch(first);
    for await (const batch of records) {
      yield* readBatch(batch);
      await rejectedRows.drained();
      const now = performance.now();
      if (now - reportedAt < PROGRESS_MS) continue;
      reportedAt = now;
      reportProgress();
      // Let the server handle other requests.
      await nextTurn();
    }
    reportProgress();
    // With `replace`, an import without rows would empty the database.
    await rejectedRows.drained();
    if (usable === 0) await rejectedRows.close();
    if (usable === 0) throw new OperatorError(noUsableRows(counts, request.refusedFile));
    output.note('All rows read. Building the table…');
  }
  function reportProgress(): void {
    output.progress?.({ read: Math.min(file.read(), file.bytes), bytes: file.bytes, rows: counts.read });
  }
  function* readBatch(batch: Awaited<ReturnType<typeof readHeader>>['first']): Generator<string[]> {
    for (const record of batch) {
      counts.read += 1;
      const lead: ReturnType<LeadReader['read']> = record.broken
        ? { rejected: record.broken }
        : reader.read(record.cells);
      if (!Array.isArray(lead)) {
        counts.refused += 1;
        rejectedRows.add(record.row, lead.rejected, record.cells);
        continue;
      }
      const optedOut = optedOutOfLead((column) => lead[places.get(column) ?? -1] ?? '');
      if (optedOut === 'row') {
        counts.optedOut += 1;
      } else {
        for (const column of optedOut) lead[places.get(column) ?? -1] = '';
        usable += 1;
        line = record.row;
        yield lead;
      }
    }
  }

  const id = randomUUID();
  const at = new Date(deps.clock.now());
  const emailAt = places.get(LEAD_DATABASE_SHAPES[database].emails[0] ?? '') ?? -1;
  let sameEmail = 0;
  const origin = await originOf(warehouse, database, { id, at, source: request.source, mode });
  const load = (goesLive?: () => Promise<void>) =>
    loadLeads(warehouse, {
      database,
      mode,
      origin,
      ...(goesLive ? { goesLive } : {}),
      columns: reader.columns,
      rows: rows(),
      dryRun,
      line: () => line,
      onDuplicates: async (duplicates) => {
        for await (const { line: lineNumber, of, cells } of duplicates) {
          const same = of === null ? 'The same lead is in the database' : `The same lead as in line ${of}`;
          rejectedRows.add(lineNumber, same, cells);
          if (of !== null && cells[emailAt]) sameEmail += 1;
          await rejectedRows.drained();
        }
        await rejectedRows.close();
      },
      removeRows: removeNewlyOptedOut,
      // An earlier error takes precedence over one of `close`.
    }).finally(() => rejectedRows.close().catch(() => {}));
  const dataDate =
    request.date ?? (await stat(splitSheet(request.file).file)).mtime.toISOString().slice(0, 10);
  const describe = () => ({
    id,
    database,
    mode,
    at: at.toISOString(),
    source: request.source,
    licence: request.licence,
    dataDate,
    preset,
    refused: counts.refused,
    columns: [...reader.columns],
    note: isLeadPreset(preset) ? dataPreset(preset).basis : '',
    deleteAfter: request.deleteAfter ?? '',
  });
  const loaded = await (dryRun ? load() : recordLoaded(warehouse, describe, load));
  const { rows: imported, duplicates } = loaded;
  counts.optedOut += loaded.removed;
  if (!dryRun) deps.leadSearch.invalidate(database);
  if (counts.refused + duplicates > 0) {
    output.note(`Rejected and duplicate rows are in ${request.refusedFile}`);
  }
  return {
    database,
    preset,
    form: file.form(),
    ...counts,
    imported,
    duplicates,
    ...(isLeadPreset(preset) ? { sameEmail } : {}),
    columns: reader.columns.length,
    seconds: Math.round((performance.now() - startedAt) / 100) / 10,
    dryRun,
  };
}

/** One line, since a reply from the running server has only one. */
function noUsableRows(
  { read, refused, optedOut }: { read: number; refused: number; optedOut: number },
  refusedFile: string,
): string {
  const reasons = [
    read === 0 ? 'The file has only a header.' : null,
    optedOut > 0 ? `On the opt-out list: ${optedOut}.` : null,
    refused > 0 ? `Rejected: ${refused}. The reasons are in ${refusedFile}` : null,
  ];
  return ['No row of this file can be used. The database was not changed.', ...reasons]
    .filter(Boolean)
    .join(' ');
}

async function readHeader(records: ReturnType<RowFile['records']>, path: string) {
  for (;;) {
    const { done, value } = await records.next();
    if (done) throw new OperatorError(`The file ${path} has no rows.`);
    const [header, ...first] = value;
    if (header) return { header: header.cells, first };
  }
}
