import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import { CallError } from '#contract/errors.ts';
import { LEAD_DATABASES, LeadDatabase } from '#contract/leads.ts';
import { type OperatorCommand, operatorCommand } from '../operator/command.ts';
import { OperatorError, reasonOf } from '../platform/operator-error.ts';
import { importLeads } from './import/import-leads.ts';
import { PRESETS } from './import/presets.ts';
import { currentImports } from './import-records.ts';
import { leadSearchOf, loadSamples } from './lead-search.ts';
import { ensureTables, recordDrop } from './lead-tables.ts';
import { addOptOuts, type OptOut, readOptOut } from './opt-out.ts';

const MOST_CHARS = 500;

/** A text that an import is recorded with. */
function said(option: string, how: string) {
  return z
    .string()
    .trim()
    .min(1, `${option} must not be empty: ${how}.`)
    .max(MOST_CHARS, `${option} must have at most ${MOST_CHARS} characters: ${how} in short.`);
}

const importCommand = operatorCommand({
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
    told(async () => {
      output.row(await importLeads(deps, order, output));
    }),
});

const stats = operatorCommand({
  name: 'leads-stats',
  input: z.object({}),
  run: (deps, _input, output) =>
    told(async () => {
      for (const database of LEAD_DATABASES) {
        const { total, sample } = await leadSearchOf(deps).state(database);
        output.row({
          database,
          leads: total,
          sample,
          imports: await currentImports(deps.warehouse, database),
        });
      }
    }),
});

const sample = operatorCommand({
  name: 'leads-sample',
  input: z.object({ database: LeadDatabase, force: z.boolean() }),
  run: (deps, { database, force }, output) =>
    told(async () => {
      await ensureTables(deps.warehouse, database);
      const imports = await currentImports(deps.warehouse, database);
      const real = imports.some(({ mode }) => mode === 'replace' || mode === 'append');
      if (real && !force) {
        throw new OperatorError(`${database} has imported leads. --force puts sample leads in their place.`);
      }
      const leads = await loadSamples(deps.warehouse, deps.clock, database);
      leadSearchOf(deps).changed(database);
      output.row({ database, leads, sample: true });
    }),
});

const drop = operatorCommand({
  name: 'leads-drop',
  input: z.object({ database: LeadDatabase }),
  run: (deps, { database }, output) =>
    told(async () => {
      const { total } = await leadSearchOf(deps).state(database);
      await recordDrop(deps.warehouse, database, new Date(deps.clock.now()));
      leadSearchOf(deps).changed(database);
      output.row({ database, dropped: total });
    }),
});

const optOutAdd = operatorCommand({
  name: 'optout-add',
  input: z.object({ entries: z.array(z.string().max(1000)).min(1).max(10_000) }),
  run: (deps, { entries }, output) =>
    told(async () => {
      const read = entries.map((written) => ({ written, entry: readOptOut(written) }));
      const wrong = read.find(({ entry }) => entry === null);
      if (wrong) {
        throw new OperatorError(
          `"${wrong.written}" is no email address, domain or LinkedIn profile. Nothing was added.`,
        );
      }
      output.row({
        given: read.length,
        added: await addOptOuts(
          deps,
          read.flatMap(({ entry }) => entry ?? []),
        ),
      });
    }),
});

const BATCH = 5000;

const optOutImport = operatorCommand({
  name: 'optout-import',
  input: z.object({ file: z.string() }),
  run: (deps, { file }, output) =>
    told(async () => {
      const counts = { given: 0, added: 0, refused: 0 };
      let batch: OptOut[] = [];
      const add = async () => {
        counts.added += await addOptOuts(deps, batch);
        batch = [];
      };
      for await (const line of linesOf(file)) {
        if (line.trim() === '') continue;
        counts.given += 1;
        // Of a table the first column counts.
        const entry = readOptOut((line.split(/[,;\t]/, 1)[0] ?? '').replace(/^"|"$/g, ''));
        if (entry) batch.push(entry);
        else {
          counts.refused += 1;
          output.note(`Left out, no address, domain or profile: ${line.slice(0, 200)}`);
        }
        if (batch.length >= BATCH) await add();
      }
      await add();
      output.row(counts);
    }),
});

async function* linesOf(file: string): AsyncGenerator<string> {
  try {
    yield* createInterface({ input: createReadStream(file), crlfDelay: Number.POSITIVE_INFINITY });
  } catch (cause) {
    throw new OperatorError(`The file ${file} cannot be read: ${reasonOf(cause)}`, { cause });
  }
}

/** What the warehouse refuses, in the operator's words: the engine's own, too. */
async function told(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    const cause = error.cause === undefined ? '' : ` (${reasonOf(error.cause)})`;
    throw new OperatorError(`${error.message}${cause}`, { cause: error });
  }
}

/** The commands of `leadwell leads` and `leadwell optout`. */
export const LEAD_COMMANDS = [importCommand, stats, sample, drop, optOutAdd, optOutImport].map(
  (command) => command as OperatorCommand,
);
