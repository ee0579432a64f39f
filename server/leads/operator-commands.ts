import { z } from 'zod';
import { LEAD_DATABASES, LeadDatabase } from '#contract/leads.ts';
import { asOperatorError } from '../platform/as-operator-error.ts';
import { type OperatorCommand, operatorCommand } from '../platform/operator-command.ts';
import { OperatorError } from '../platform/operator-error.ts';
import { type ImportDeps, importLeads } from './import/import-leads.ts';
import { PRESETS } from './import/presets.ts';
import { currentImports } from './import-records.ts';
import { loadSamples } from './lead-search.ts';
import { ensureTables, recordDrop } from './lead-tables.ts';

const command = operatorCommand<ImportDeps>();
const MOST_CHARS = 500;

/** A text that an import is recorded with. */
function said(option: string, how: string) {
  return z
    .string()
    .trim()
    .min(1, `${option} must not be empty: ${how}.`)
    .max(MOST_CHARS, `${option} must have at most ${MOST_CHARS} characters: ${how} in short.`);
}

const importCommand = command({
  name: 'leads-import',
  input: z.object({
    file: z.string(),
    database: LeadDatabase,
    mode: z.enum(['replace', 'append']),
    preset: z
      .enum(PRESETS, `--preset must be one of ${PRESETS.join(', ')}. Without it the header tells.`)
      .nullable(),
    source: said('--source', 'say where the rows come from'),
    licence: said('--licence', 'say by what right they are used'),
    date: z.iso
      .date('--date must be a day that exists, as YYYY-MM-DD. Without it the day of the file counts.')
      .nullable(),
    dryRun: z.boolean(),
    refusedFile: z.string(),
  }),
  run: (deps, order, output) =>
    asOperatorError(async () => {
      output.row(await importLeads(deps, order, output));
    }),
});

const stats = command({
  name: 'leads-stats',
  input: z.object({}),
  run: (deps, _input, output) =>
    asOperatorError(async () => {
      for (const database of LEAD_DATABASES) {
        const { total, sample } = await deps.leadSearch.state(database);
        output.row({
          database,
          leads: total,
          sample,
          imports: await currentImports(deps.warehouse, database),
        });
      }
    }),
});

const sample = command({
  name: 'leads-sample',
  input: z.object({ database: LeadDatabase, force: z.boolean() }),
  run: (deps, { database, force }, output) =>
    asOperatorError(async () => {
      await ensureTables(deps.warehouse, database);
      const imports = await currentImports(deps.warehouse, database);
      const real = imports.some(({ mode }) => mode === 'replace' || mode === 'append');
      if (real && !force) {
        throw new OperatorError(`${database} has imported leads. --force puts sample leads in their place.`);
      }
      const leads = await loadSamples(deps.warehouse, deps.clock, database);
      deps.leadSearch.changed(database);
      output.row({ database, leads, sample: true });
    }),
});

const drop = command({
  name: 'leads-drop',
  input: z.object({ database: LeadDatabase }),
  run: (deps, { database }, output) =>
    asOperatorError(async () => {
      const { total } = await deps.leadSearch.state(database);
      await recordDrop(deps.warehouse, database, new Date(deps.clock.now()));
      deps.leadSearch.changed(database);
      output.row({ database, dropped: total });
    }),
});

/** The commands of `leadwell leads`. */
export const LEAD_COMMANDS = [importCommand, stats, sample, drop].map(
  (one) => one as OperatorCommand<ImportDeps>,
);
