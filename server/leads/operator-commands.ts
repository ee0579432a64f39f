import { z } from 'zod';
import { LEAD_DATABASES, LeadDatabase, PeopleDatabase } from '#contract/leads.ts';
import { dataPreset, isLeadPreset } from '#engines/data-presets/data-presets.ts';
import { assertRoom } from '../platform/disk/disk-space.ts';
import {
  asOperatorError,
  InvalidInput,
  type OperatorCommand,
  operatorCommand,
} from '../platform/operator/operator-command.ts';
import { OperatorError } from '../platform/operator-error.ts';
import { fillAlone } from './fill-lock.ts';
import { type ImportDeps, importLeads } from './import/import-leads.ts';
import { IMPORT_PRESETS } from './import/presets.ts';
import { currentImports } from './import-records.ts';
import { acceptLeadData, type LeadDataDeps } from './lead-data-check.ts';
import { ensureTables, recordDrop } from './lead-tables.ts';
import { loadSamples } from './load-samples.ts';
import { applyOptOuts } from './opted-out-leads.ts';
import { forgetLoad } from './places/place-load.ts';
import { RetentionOption } from './retention-option.ts';
import { deletionTime } from './retention-time.ts';

const command = operatorCommand<ImportDeps & LeadDataDeps>();
const MAX_CHARS = 500;

/** A required text option. `hint` says what to enter. */
function requiredText(option: string, hint: string) {
  return z
    .string()
    .trim()
    .min(1, `${option} must not be empty. ${hint}`)
    .max(MAX_CHARS, `${option} must have at most ${MAX_CHARS} characters.`);
}

const SOURCE_HINT = 'Say where the rows come from.';
const LICENCE_HINT = 'Say under what license they are used.';
const SOURCE = requiredText('--source', SOURCE_HINT);
const LICENCE = requiredText('--license', LICENCE_HINT);

/** Where rows are from, and their license. Official lists have both; of others, the operator says it. */
function origin(given: { preset: string | null; source: string | null; licence: string | null }): {
  source: string;
  licence: string;
} {
  const { source, licence } = given;
  if (isLeadPreset(given.preset)) {
    const preset = dataPreset(given.preset);
    return { source: source ?? `${preset.title}, ${preset.source}`, licence: licence ?? preset.license };
  }
  if (source === null) throw new InvalidInput(`--source is missing. ${SOURCE_HINT}`);
  if (licence === null) throw new InvalidInput(`--license is missing. ${LICENCE_HINT}`);
  return { source, licence };
}

const importCommand = command({
  name: 'leads-import',
  input: z.object({
    file: z.string(),
    database: PeopleDatabase,
    mode: z.enum(['replace', 'append']),
    preset: z
      .enum(
        IMPORT_PRESETS,
        `--preset must be one of ${IMPORT_PRESETS.join(', ')}. Without it, the preset is detected from the header.`,
      )
      .nullable(),
    source: SOURCE.nullable(),
    licence: LICENCE.nullable(),
    date: z.iso
      .date('--date must be a valid date as YYYY-MM-DD. Without it, the date of the file is used.')
      .nullable(),
    dryRun: z.boolean(),
    deleteAfter: RetentionOption,
    refusedFile: z.string(),
  }),
  run: (deps, request, output) =>
    asOperatorError(async () => {
      assertRoom(deps.database.space);
      output.row(await importLeads(deps, { ...request, ...origin(request) }, output));
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
          imports: (await currentImports(deps.warehouse, database)).map((record) => {
            const time = deletionTime(record);
            return { ...record, deleteOn: time === null ? null : new Date(time).toISOString() };
          }),
        });
      }
    }),
});

const sample = command({
  name: 'leads-sample',
  input: z.object({ database: PeopleDatabase, force: z.boolean() }),
  run: (deps, { database, force }, output) =>
    asOperatorError(async () => {
      await ensureTables(deps.warehouse, database);
      const imports = await currentImports(deps.warehouse, database);
      const real = imports.some(({ mode }) => mode === 'replace' || mode === 'append');
      if (real && !force) {
        throw new OperatorError(
          `${database} has imported leads. Use --force to replace them with sample leads.`,
        );
      }
      const leads = await fillAlone(deps, database, () => loadSamples(deps.warehouse, deps.clock, database));
      deps.leadSearch.invalidate(database);
      output.row({ database, leads, sample: true });
    }),
});

const drop = command({
  name: 'leads-drop',
  input: z.object({ database: LeadDatabase }),
  run: (deps, { database }, output) =>
    asOperatorError(async () => {
      const { total } = await deps.leadSearch.state(database);
      await fillAlone(deps, database, async () => {
        // Before the places are gone: an interrupted import may have loaded them, and would not do so again.
        if (database === 'local_businesses') await forgetLoad(deps.warehouse);
        await recordDrop(deps.warehouse, database, new Date(deps.clock.now()));
      });
      deps.leadSearch.invalidate(database);
      output.row({ database, dropped: total });
    }),
});

const check = command({
  name: 'leads-check',
  input: z.object({ accept: z.boolean() }),
  run: (deps, { accept }, output) =>
    asOperatorError(async () => {
      if (accept) await acceptLeadData(deps.warehouse);
      for (const checked of await deps.leadData.run()) output.row(checked);
      for (const problem of deps.leadData.problems()) output.note(problem);
    }),
});

const applyCommand = command({
  name: 'optout-apply',
  input: z.object({}),
  run: (deps, _input, output) =>
    asOperatorError(async () => {
      output.row({ ...(await applyOptOuts(deps, { onlyMissing: false })) });
    }),
});

/** The commands of `leadwell leads`, and `leadwell optout apply`. */
export const LEAD_COMMANDS = [importCommand, stats, sample, drop, check, applyCommand].map(
  (command) => command as OperatorCommand<ImportDeps & LeadDataDeps>,
);
