import { randomUUID } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  type CompanyPresetName,
  dataPreset,
  presetFile,
  wrongPresetFile,
} from '#engines/data-presets/data-presets.ts';
import type { Deps } from '#server/deps.ts';
import { openRowFile } from '#server/leads/import/read-file.ts';
import type { Output } from '#server/platform/operator/operator-command.ts';
import { firstErrorLine, OperatorError } from '#server/platform/operator-error.ts';
import type { Warehouse } from '#server/platform/warehouse/warehouse.ts';
import { openOvertureRows } from './overture-rows.ts';
import { type PresetReading, presetReader } from './preset-rows.ts';
import {
  addCompanyNames,
  type CompanyNameRow,
  deleteOtherLoads,
  deleteUnfinished,
  ensureCompanyNames,
  finishLoad,
} from './preset-store.ts';

export interface PresetReport {
  preset: CompanyPresetName;
  license: string;
  source: string;
  persons: 'yes' | 'no';
  /** rows of all files */
  read: number;
  companies: number;
  /** names of the companies, with former and other ones */
  names: number;
  withWebsite: number;
  /** rows of companies that are closed, and of funds and people */
  leftOut: number;
  /** rows without a name, or without anything to use */
  refused: number;
  seconds: number;
}

/** Rows that are sent at once. */
const BLOCK_ROWS = 50_000;
/** Imports that run in this process: the one that ends first would delete the names of the other. */
const running = new WeakSet<Warehouse>();

/** The readings of a file in groups. */
interface OpenFile {
  bytes: number;
  read(): number;
  groups(): AsyncGenerator<PresetReading[]>;
}

/**
 * Imports the files of a preset, which replace those that were imported before with it. Lookups find the old ones until
 * the import has succeeded. Throws OperatorError, also for a file of something else, and if no row can be used.
 */
export async function importCompanyPreset(
  deps: Pick<Deps, 'warehouse' | 'clock'>,
  request: { preset: CompanyPresetName; files: readonly string[] },
  output: Pick<Output, 'note' | 'progress'>,
): Promise<PresetReport> {
  const { warehouse } = deps;
  if (running.has(warehouse))
    throw new OperatorError('Another import of companies is running. Wait until it ends.');
  running.add(warehouse);
  try {
    return await runImport(deps, request, output);
  } finally {
    running.delete(warehouse);
  }
}

async function runImport(
  { warehouse, clock }: Pick<Deps, 'warehouse' | 'clock'>,
  { preset: name, files }: { preset: CompanyPresetName; files: readonly string[] },
  output: Pick<Output, 'note' | 'progress'>,
): Promise<PresetReport> {
  const startedAt = performance.now();
  const preset = dataPreset(name);
  output.note(`${preset.title}. License: ${preset.license}. Source: ${preset.source}`);
  output.note(`${preset.about} ${preset.basis}`);
  const load = { preset: name, load: randomUUID() };
  await ensureCompanyNames(warehouse);
  const counts = { read: 0, companies: 0, names: 0, withWebsite: 0, leftOut: 0, refused: 0 };
  let block: CompanyNameRow[] = [];
  const send = async () => {
    if (block.length > 0) await addCompanyNames(warehouse, load, block);
    block = [];
  };
  try {
    for (const path of files) {
      const file =
        name === 'overture'
          ? await openOvertureRows(warehouse, path)
          : await openPresetFile(warehouse, name, path);
      for await (const group of file.groups()) {
        for (const reading of group) {
          counts.read += 1;
          if (reading.kind === 'inactive') counts.leftOut += 1;
          else if (reading.kind === 'unusable') counts.refused += 1;
          else {
            counts.companies += 1;
            counts.names += reading.rows.length;
            if (reading.rows[0]?.domain) counts.withWebsite += 1;
            block.push(...reading.rows);
          }
        }
        if (block.length >= BLOCK_ROWS) await send();
        output.progress?.({ read: Math.min(file.read(), file.bytes), bytes: file.bytes, rows: counts.read });
        // Let the server handle other requests.
        await nextTurn();
      }
    }
    await send();
    if (counts.companies === 0)
      throw new OperatorError('No row of these files can be used. Nothing was changed.');
    await finishLoad(warehouse, {
      ...load,
      at: new Date(clock.now()).toISOString(),
      files,
      source: preset.source,
      license: preset.license,
      persons: preset.persons,
      basis: preset.basis,
      companies: counts.companies,
      names: counts.names,
    });
  } catch (error) {
    await deleteUnfinished(warehouse, load);
    throw error;
  }
  try {
    await deleteOtherLoads(warehouse, name, load.load);
  } catch (error) {
    output.note(
      `The companies that were imported before aren't used any more, but could not be deleted: ${firstErrorLine(error)} The next import deletes them.`,
    );
  }
  const { license, source, persons } = preset;
  const seconds = Math.round((performance.now() - startedAt) / 100) / 10;
  return { preset: name, license, source, persons: persons ? 'yes' : 'no', ...counts, seconds };
}

async function openPresetFile(
  warehouse: Warehouse,
  name: Exclude<CompanyPresetName, 'overture'>,
  path: string,
): Promise<OpenFile> {
  const file = await openRowFile(path, warehouse);
  return {
    bytes: file.bytes,
    read: () => file.read(),
    async *groups() {
      const records = file.records();
      let read: ReturnType<typeof presetReader> | null = null;
      try {
        for await (const group of records) {
          const readings: PresetReading[] = [];
          for (const { cells, broken } of group) {
            if (read === null) {
              const preset = dataPreset(name);
              if (presetFile(preset, cells) === null)
                throw new OperatorError(wrongPresetFile(preset, cells, path));
              read = presetReader(name, cells);
            } else readings.push(broken === undefined ? read(cells) : { kind: 'unusable' });
          }
          yield readings;
        }
      } finally {
        await records.return(undefined);
      }
    },
  };
}
