import { z } from 'zod';
import { readCompanyName } from '#engines/company-domain/company-name.ts';
import { siteDomain } from '#engines/company-domain/own-domain.ts';
import { countryOfCell } from '#engines/country-names/country-names.ts';
import { companyColumns } from '#engines/csv/company-columns.ts';
import type { CsvRecord } from '#engines/csv/read-csv.ts';
import { COMPANY_PRESETS } from '#engines/data-presets/data-presets.ts';
import type { Deps } from '#server/deps.ts';
import { openRowFile } from '#server/leads/import/read-file.ts';
import { assertRoom } from '#server/platform/disk/disk-space.ts';
import {
  asOperatorError,
  type OperatorCommand,
  operatorCommand,
} from '#server/platform/operator/operator-command.ts';
import { OperatorError } from '#server/platform/operator-error.ts';
import { hasWarehouse } from '../../list-tool/server/warehouse-here.ts';
import { loadCompanyIndex } from '../run/load-index.ts';
import { importCompanyPreset } from './presets/import-preset.ts';
import { currentLoads, dropCompanyNames } from './presets/preset-store.ts';
import {
  countCompanies,
  deleteCompanies,
  type ImportedCompany,
  mergedCompany,
  saveCompanies,
} from './store.ts';

type CommandDeps = Pick<Deps, 'database' | 'clock' | 'warehouse' | 'config'>;
const command = operatorCommand<CommandDeps>();
const BATCH = 1000;
const LINES_NAMED = 10;

interface Columns {
  name: number;
  domain: number;
  country: number | null;
}

const importCommand = command({
  name: 'companies-import',
  input: z.object({ file: z.string() }),
  run: async (deps, { file }, output) => {
    const rows = await openRowFile(file, deps.warehouse);
    const records = rows.records();
    const counts = { given: 0, added: 0, refused: 0 };
    let stored = 0;
    let columns: Columns | null = null;
    const at = new Date(deps.clock.now());
    let batch = new Map<string, ImportedCompany>();
    const save = async () => {
      counts.added += await saveCompanies(deps.database.db, [...batch.values()]);
      stored += batch.size;
      batch = new Map();
    };
    try {
      for await (const group of records) {
        for (const record of group) {
          if (columns === null) {
            columns = requireColumns(record.cells, file);
            continue;
          }
          counts.given += 1;
          const company = readRow(record, columns, at);
          const key = company && `${company.key} ${company.domain}`;
          if (company && key) batch.set(key, mergedCompany(batch.get(key), company));
          else {
            counts.refused += 1;
            if (counts.refused <= LINES_NAMED)
              output.note(`Line ${record.row} skipped: it needs a company name and a domain of its own.`);
          }
          if (batch.size >= BATCH) await save();
        }
        output.progress?.({ read: Math.min(rows.read(), rows.bytes), bytes: rows.bytes, rows: counts.given });
      }
    } finally {
      await records.return(undefined);
    }
    await save();
    if (stored === 0) throw new OperatorError(`${file} has no row with a company name and a domain.`);
    output.row({ ...counts, updated: stored - counts.added });
  },
});

/** Columns by their names in the first row. Throws OperatorError without a name or domain column. */
function requireColumns(header: readonly string[], file: string): Columns {
  const columns = companyColumns(header);
  if (columns === null || columns.website === null)
    throw new OperatorError(
      `${file} needs a first row with the columns name and domain, and optionally country. It has: ${header.join(', ').slice(0, 300)}`,
    );
  return { name: columns.name, domain: columns.website, country: columns.country };
}

function readRow({ cells, broken }: CsvRecord, columns: Columns, at: Date): ImportedCompany | null {
  if (broken !== undefined) return null;
  const reading = readCompanyName(cells[columns.name]?.trim() ?? '');
  // The operator may also name the company that runs a platform.
  const domain = siteDomain(cells[columns.domain]?.trim() ?? '');
  if (reading.kind !== 'name' || domain === null) return null;
  const country = columns.country === null ? null : countryOfCell(cells[columns.country] ?? '');
  const { key, written, short } = reading.name;
  return { key, domain, country, name: written, short, imported_at: at };
}

const importPresetCommand = command({
  name: 'companies-import-preset',
  input: z.object({
    preset: z.enum(
      COMPANY_PRESETS.map(({ name }) => name),
      `--preset must be one of ${COMPANY_PRESETS.map(({ name }) => name).join(', ')}.`,
    ),
    files: z.array(z.string()).min(1, 'Name at least one file.'),
  }),
  run: (deps, request, output) =>
    asOperatorError(async () => {
      assertRoom(deps.database.space);
      output.row({ ...(await importCompanyPreset(deps, request, output)) });
    }),
});

const stats = command({
  name: 'companies-stats',
  input: z.object({}),
  run: (deps, _input, output) =>
    asOperatorError(async () => {
      const { names, credits } = loadCompanyIndex();
      const loads = hasWarehouse(deps) ? await currentLoads(deps.warehouse) : [];
      output.row({
        ...(await countCompanies(deps.database.db)),
        presets: loads.map(({ load: _, ...load }) => load),
        index: { names, credits },
      });
    }),
});

const drop = command({
  name: 'companies-drop',
  input: z.object({
    /** null: the operator's table and all imported data */
    preset: z
      .enum(
        COMPANY_PRESETS.map(({ name }) => name),
        'There is no such preset.',
      )
      .nullable(),
  }),
  run: (deps, { preset }, output) =>
    asOperatorError(async () => {
      const dropped = preset === null ? await deleteCompanies(deps.database.db) : 0;
      const ofPresets = hasWarehouse(deps) ? await dropCompanyNames(deps.warehouse, preset) : 0;
      output.row({ dropped, presets: ofPresets });
    }),
});

/** The commands of `leadwell companies`. */
export const COMPANY_COMMANDS = [importCommand, importPresetCommand, stats, drop].map(
  (command) => command as OperatorCommand<CommandDeps>,
);
