import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream, type WriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { finished } from 'node:stream/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { LeadDatabase } from '#contract/leads.ts';
import { csvLine } from '#engines/csv/write-csv.ts';
import type { Deps } from '../../deps.ts';
import type { Output } from '../../platform/operator-command.ts';
import { OperatorError, reasonOf } from '../../platform/operator-error.ts';
import { recordImport } from '../import-records.ts';
import type { LeadDeps } from '../lead-search.ts';
import { ensureTables } from '../lead-tables.ts';
import { loadLeads } from '../load-leads.ts';
import { watchOptOuts } from '../opted-out-leads.ts';
import { detectPreset, planColumns } from './columns.ts';
import type { Preset } from './presets.ts';
import { openRowFile } from './read-file.ts';
import { createLeadReader, type LeadReader } from './read-lead.ts';
import type { RowFile } from './row-file.ts';

export interface ImportOrder {
  /** absolute, on the machine of whoever carries it out */
  file: string;
  database: LeadDatabase;
  mode: 'replace' | 'append';
  preset: Preset | null;
  source: string;
  licence: string;
  /** the day the data is of (YYYY-MM-DD); null: the day of the file */
  date: string | null;
  dryRun: boolean;
  /** where refused rows go, with their reasons */
  refusedFile: string;
}

export interface ImportReport {
  database: LeadDatabase;
  preset: Preset;
  form: string;
  read: number;
  imported: number;
  duplicates: number;
  refused: number;
  /** rows of people and domains on the opt-out list */
  optedOut: number;
  columns: number;
  seconds: number;
  dryRun: boolean;
}

const PROGRESS_MS = 250;

export type ImportDeps = Pick<Deps, 'database' | 'warehouse' | 'clock' | 'secrets'> & LeadDeps;

/**
 * Imports a file of leads, `replace` in the place of all there is or `append` of what is new; a dry run does all of it but the last
 * step. Readers see the old table until then, and keep it where anything fails. A file of which no row can be used fails, too.
 * Throws OperatorError.
 */
export async function importLeads(
  deps: ImportDeps,
  order: ImportOrder,
  watched: Pick<Output, 'note' | 'progress'>,
): Promise<ImportReport> {
  const file = await openRowFile(order.file, deps.warehouse);
  const records = file.records();
  try {
    return await importRecords(deps, order, watched, { file, records });
  } finally {
    // Wherever the import ended: a file that is half read keeps a descriptor or a connection of the engine.
    await records.return(undefined);
  }
}

async function importRecords(
  deps: ImportDeps,
  order: ImportOrder,
  watched: Pick<Output, 'note' | 'progress'>,
  { file, records }: { file: RowFile; records: ReturnType<RowFile['records']> },
): Promise<ImportReport> {
  const began = performance.now();
  const { database, mode, dryRun } = order;
  const { warehouse } = deps;
  const { header, first } = await readHeader(records, order.file);
  const preset = order.preset ?? detectPreset(header, database);
  if (!preset) {
    throw new OperatorError(
      `The columns of ${order.file} are of no known exporter. Name one with --preset; "own" keeps the columns under their names.`,
    );
  }
  const reader = createLeadReader(database, planColumns(header, preset, database), header.length);
  watched.note(`${file.form()}; preset ${preset}; ${header.length} columns`);
  await ensureTables(warehouse, database);

  const counts = { read: 0, refused: 0, optedOut: 0 };
  let usable = 0;
  const refusals = createRefusals(order.refusedFile);
  const { isOptedOut, takeOutNewer } = await watchOptOuts(deps, database);
  const places = new Map(reader.columns.map((column, at) => [column, at]));
  async function* rows(): AsyncGenerator<string[]> {
    let told = performance.now();
    yield* readBatch(first);
    for await (const batch of records) {
      yield* readBatch(batch);
      await refusals.drained();
      const now = performance.now();
      if (now - told < PROGRESS_MS) continue;
      told = now;
      tellProgress();
      // The server goes on answering meanwhile.
      await nextTurn();
    }
    tellProgress();
    await refusals.close();
    // In the place of all there is, nothing would empty the database.
    if (usable === 0) throw new OperatorError(noRowUsed(counts, order.refusedFile));
    watched.note('Every row is read; the table is being built.');
  }
  function tellProgress(): void {
    watched.progress?.({ read: Math.min(file.read(), file.bytes), bytes: file.bytes, rows: counts.read });
  }
  function* readBatch(batch: Awaited<ReturnType<typeof readHeader>>['first']): Generator<string[]> {
    for (const record of batch) {
      counts.read += 1;
      const lead: ReturnType<LeadReader['read']> = record.broken
        ? { refused: record.broken }
        : reader.read(record.cells);
      if (!Array.isArray(lead)) {
        counts.refused += 1;
        refusals.add(record.line, lead.refused, record.cells);
      } else if (isOptedOut((column) => lead[places.get(column) ?? -1] ?? '')) {
        counts.optedOut += 1;
      } else {
        usable += 1;
        yield lead;
      }
    }
  }

  const loaded = await loadLeads(warehouse, {
    database,
    mode,
    columns: reader.columns,
    rows: rows(),
    dryRun,
    leaveOut: takeOutNewer,
    // Of what failed before, the first reason counts.
  }).finally(() => refusals.close().catch(() => {}));
  const { rows: imported, duplicates } = loaded;
  counts.optedOut += loaded.leftOut;
  if (!dryRun) {
    await recordImport(warehouse, {
      id: randomUUID(),
      database,
      mode,
      at: new Date(deps.clock.now()).toISOString(),
      source: order.source,
      licence: order.licence,
      dataDate: order.date ?? (await stat(order.file)).mtime.toISOString().slice(0, 10),
      preset,
      rows: imported,
      duplicates,
      refused: counts.refused,
      columns: reader.columns,
    });
    deps.leadSearch.changed(database);
  }
  if (counts.refused > 0) watched.note(`Refused rows are in ${order.refusedFile}`);
  return {
    database,
    preset,
    form: file.form(),
    ...counts,
    imported,
    duplicates,
    columns: reader.columns.length,
    seconds: Math.round((performance.now() - began) / 100) / 10,
    dryRun,
  };
}

/** In one line: an answer of the running server has no more. */
function noRowUsed(
  { read, refused, optedOut }: { read: number; refused: number; optedOut: number },
  refusedFile: string,
): string {
  const reasons = [
    read === 0 ? 'There is none below its header.' : null,
    optedOut > 0 ? `On the opt-out list: ${optedOut}.` : null,
    refused > 0 ? `Refused: ${refused}, with the reasons in ${refusedFile}` : null,
  ];
  return ['No row of this file could be used; the database is as it was.', ...reasons]
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

/** A file that is made with its first row. `close` writes the rest, and throws OperatorError where the file cannot be written. */
function createRefusals(path: string): {
  add(line: number, reason: string, cells: readonly string[]): void;
  /** Waits until the disk has caught up. */
  drained(): Promise<void>;
  close(): Promise<void>;
} {
  let out: WriteStream | null = null;
  let failure: Error | null = null;
  return {
    add(line, reason, cells) {
      if (!out) {
        out = createWriteStream(path);
        // Told by close: nobody may listen when it comes.
        out.once('error', (error) => {
          failure = error;
        });
        out.write(csvLine(['line', 'reason', 'cells']));
      }
      out.write(csvLine([line, reason, ...cells]));
    },
    async drained() {
      if (out?.writableNeedDrain && !failure) await once(out, 'drain').catch(() => {});
    },
    async close() {
      if (!out) return;
      try {
        if (failure) throw failure;
        if (!out.writableEnded) out.end();
        await finished(out);
      } catch (cause) {
        throw new OperatorError(
          `The refused rows cannot be written to ${path}: ${reasonOf(cause)}. The database is as it was.`,
          { cause },
        );
      }
    },
  };
}
