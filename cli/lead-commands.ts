import { resolve } from 'node:path';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { LEAD_PRESETS } from '#engines/data-presets/data-presets.ts';
import { runOperatorCommand } from './command.ts';
import { formatByEnding } from './format-by-ending.ts';
import { showPresets } from './show-presets.ts';
import { UsageError } from './usage-error.ts';

const OFFICIAL = LEAD_PRESETS.map(({ name }) => name).join(', ');
const DATABASES = 'leadrocks, apollo or sales_navigator';
const ALL_DATABASES = 'leadrocks, apollo, sales_navigator or local_businesses';

/** `leadwell leads`. Returns the group, for the commands of tools. */
export function addLeadCommands(program: Command): void {
  const leads = program.command('leads').description(`manage the lead databases: ${ALL_DATABASES}`);
  leads
    .command('import')
    .description(
      'import a CSV, TSV, XLSX or Parquet file; CSV and TSV may be gzip or zstd. A running server does the work',
    )
    .argument('[file]')
    .option('-d, --database <name>', DATABASES, leadDatabase)
    .option('-s, --source <text>', 'where the leads come from. Official lists have it')
    .option('-l, --license <text>', 'license or permission to use them. Official lists have it')
    // As earlier versions called it.
    .addOption(new Option('--licence <text>').hideHelp())
    .option('--date <yyyy-mm-dd>', 'date of the data. Default: date of the file')
    .option(
      '-p, --preset [name]',
      `apollo, leadrocks, phantombuster, evaboot or own; official lists: ${OFFICIAL}. Default: detected from the header. Without a name: list the official ones with their licenses`,
    )
    .option('--append', 'add new leads and keep the existing ones', false)
    .option('--delete-after <time>', "delete the leads so long after the import, such as '12 months'")
    .option('--dry-run', 'count the result without changing anything', false)
    .option('--refused <file>', 'file for rejected rows and their reasons. Default: <file>.refused.csv')
    .action(importLeads);
  leads
    .command('presets')
    .description('list the official lists with license, source, and whether they have data about people')
    .action(() => showPresets('leads import'));
  leads
    .command('enable')
    .description('install the engine of the lead databases (550 MB) in DATA_DIR, if this install lacks it')
    .action(async () => {
      await (await import('./enable-leads.ts')).enableLeads((text) => process.stderr.write(`${text}\n`));
    });
  leads
    .command('stats')
    .description('show the size and source of each database')
    .action(() => runOperatorCommand('leads-stats', {}));
  leads
    .command('sample')
    .description('fill a database with sample leads')
    .argument('<database>', DATABASES, leadDatabase)
    .option('-f, --force', 'replace imported leads', false)
    .action((database: string, { force }: { force: boolean }) =>
      runOperatorCommand('leads-sample', { database, force }),
    );
  leads
    .command('drop')
    .description('delete all leads of a database')
    .argument('<database>', ALL_DATABASES, anyDatabase)
    .action((database: string) => runOperatorCommand('leads-drop', { database }));
  leads
    .command('check')
    .description('look for leads that were lost, for example in a damaged file')
    .option('--accept', 'take what is left as complete', false)
    .action(({ accept }: { accept: boolean }) => runOperatorCommand('leads-check', { accept }));
  addTagCommands(leads);
}

/** `leadwell leads tags import` and `leadwell leads tags list`. */
function addTagCommands(leads: Command): void {
  const tags = leads.command('tags').description('names of the industry IDs in people search URLs');
  tags
    .command('import')
    .description('add or update IDs from a CSV file with two columns: id, industry')
    .argument('<file>')
    .action((file: string) => runOperatorCommand('leads-tags-import', { file: resolve(file) }));
  tags
    .command('list')
    .description('list every ID with its industry')
    .action(() => runOperatorCommand('leads-tags-list', {}));
}

/** `leadwell notices`. */
export function addNoticeCommands(program: Command): void {
  const notices = program
    .command('notices')
    .description('the notices that people of the lead databases must get (GDPR, Article 14)');
  notices
    .command('status')
    .description('count the people of each source: told, due within a week, and overdue')
    .action(() => runOperatorCommand('notices-status', {}));
  notices
    .command('list')
    .description('write a CSV or XLSX file of the people who must still be told, for a mailer')
    .option('-d, --database <name>', `only of ${DATABASES}`, leadDatabase)
    .option('--due-by <yyyy-mm-dd>', 'only notices that are due by this day')
    .option('--all', 'also people who were told', false)
    .option('-o, --out <file>', 'a new file, such as notices.xlsx', 'notices.csv')
    .action(async (options: { database?: string; dueBy?: string; all: boolean; out: string }) => {
      formatByEnding(options.out, ['csv', 'xlsx']);
      await runOperatorCommand('notices-list', {
        database: options.database ?? null,
        dueBy: options.dueBy ?? null,
        all: options.all,
        out: resolve(options.out),
      });
    });
  notices
    .command('mark-sent')
    .description('remember that the people of such a file were told')
    .argument('<file>')
    .option('--date <yyyy-mm-dd>', 'when. Default: today')
    .action((file: string, { date }: { date?: string }) =>
      runOperatorCommand('notices-mark-sent', { file: resolve(file), date: date ?? null }),
    );
}

/** `leadwell places`. */
export function addPlaceCommands(program: Command): void {
  program
    .command('places')
    .description('manage the database of local businesses')
    .command('import')
    .description(
      "replace all local businesses by those of Overture Places' Parquet files. A running server does the work. After an interruption, the same command goes on",
    )
    .argument('<files...>')
    .option('--country <code>', 'only this country, such as DE; can be repeated', collect, [])
    .option('--category <name>', 'only this category, such as roofing; can be repeated', collect, [])
    .option('--min-confidence <0 to 1>', 'only places that exist at least this likely', Number, 0)
    .option('--date <yyyy-mm-dd>', 'date of the release. Default: date of the first file')
    .option('--delete-after <time>', "delete the places so long after the import, such as '12 months'")
    .action((files: string[], options: PlaceOptions) =>
      runOperatorCommand('places-import', {
        files: files.map((file) => resolve(file)),
        countries: options.country,
        categories: options.category,
        minConfidence: options.minConfidence,
        date: options.date ?? null,
        deleteAfter: options.deleteAfter ?? null,
      }),
    );
}

interface PlaceOptions {
  country: string[];
  category: string[];
  minConfidence: number;
  date?: string;
  deleteAfter?: string;
}

/** The values of an option that can be repeated. Each can also be a list with commas. */
function collect(value: string, before: string[]): string[] {
  return [...before, ...value.split(',').map((one) => one.trim())];
}

interface ImportOptions {
  database?: string;
  source?: string;
  license?: string;
  licence?: string;
  date?: string;
  preset?: string | true;
  append: boolean;
  deleteAfter?: string;
  dryRun: boolean;
  refused?: string;
}

async function importLeads(file: string | undefined, options: ImportOptions): Promise<void> {
  const { preset } = options;
  if (preset === true) return showPresets('leads import');
  if (file === undefined) throw new UsageError('Name the file to import.');
  if (options.database === undefined) throw new UsageError(`Name the database with -d: ${DATABASES}.`);
  const isOfficial = LEAD_PRESETS.some(({ name }) => name === preset);
  if (!isOfficial && (options.source === undefined || licenseOf(options) === null))
    throw new UsageError(
      `error: --source and --license are required. Only official lists have both: ${OFFICIAL}.`,
    );
  return runOperatorCommand('leads-import', importRequest(file, { ...options, preset }));
}

const licenseOf = ({ license, licence }: ImportOptions): string | null => license ?? licence ?? null;

/** With absolute paths, because the server may run the import from another folder. */
function importRequest(file: string, options: ImportOptions & { preset: string | undefined }): object {
  const { database, source, dryRun } = options;
  return {
    file: resolve(file),
    database,
    mode: options.append ? 'append' : 'replace',
    preset: options.preset ?? null,
    source: source ?? null,
    licence: licenseOf(options),
    date: options.date ?? null,
    deleteAfter: options.deleteAfter ?? null,
    dryRun,
    refusedFile: resolve(options.refused ?? `${file}.refused.csv`),
  };
}

function anyDatabase(value: string): string {
  if (value === 'local_businesses' || PEOPLE.test(value)) return value;
  throw new InvalidArgumentError(`Use ${ALL_DATABASES}.`);
}

const PEOPLE = /^(leadrocks|apollo|sales_navigator)$/;

function leadDatabase(value: string): string {
  if (PEOPLE.test(value)) return value;
  throw new InvalidArgumentError(`Use ${DATABASES}.`);
}
