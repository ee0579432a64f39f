import { resolve } from 'node:path';
import { Command, InvalidArgumentError } from 'commander';
import { OperatorError } from '#server/platform/operator-error.ts';
import type { FindOptions } from './emails.ts';
import { Misuse } from './misuse.ts';

/** Exit codes: of a command line that is wrong, and of all else that failed. */
const MISUSE = 2;
const FAILED = 1;

/** The `leadwell` command. Data goes to stdout, everything else to stderr. */
export async function main(args: string[]): Promise<void> {
  const program = new Command('leadwell').description('Find, check and export business contacts.');
  // Commands made from here on have it, too.
  program.exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : MISUSE));

  program
    .command('serve')
    .description('serve the web application; settings come from the environment and .env')
    .action(async () => (await import('./start.ts')).main());

  program
    .command('worker')
    .description('work on tasks of a server that runs with PostgreSQL (DATABASE_URL)')
    .action(async () => (await import('#server/worker.ts')).main());

  program
    .command('extract')
    .description(
      'find emails, phones and social profiles on websites; DNS_SERVERS and ALLOW_PRIVATE_NETWORK are read',
    )
    .argument('[urls...]', 'web addresses')
    .option('-i, --input <file>', 'file with one address per line, - for standard input')
    .option('-f, --format <format>', 'csv or ndjson', format, 'ndjson')
    .option('-c, --concurrency <n>', 'requests at once', positive, 256)
    .action(
      async (urls: string[], options: { input?: string; format: 'csv' | 'ndjson'; concurrency: number }) =>
        (await import('./extract.ts')).main(urls, options),
    );

  program
    .command('parse')
    .description('read saved HTML files; one NDJSON row each, in the order given')
    .argument('<files...>', 'HTML files')
    .option('-u, --url <address>', "the page's address, where the file does not tell it by <base href>")
    .action(async (files: string[], options: { url?: string }) =>
      (await import('./parse.ts')).main(files, options),
    );

  program
    .command('find-email')
    .description(
      'find the email of a person, or of everybody in a CSV file, by asking mail servers; NDJSON. Settings as of the server: docs/operate.md',
    )
    .option('--first <name>', 'first name')
    .option('--last <name>', 'last name')
    .option('--domain <domain>', 'domain of the company')
    .option('-i, --input <file>', 'CSV file with first_name, last_name and domain, - for standard input')
    .option('--no-wait', 'leave unknown what a server puts off for minutes')
    .action(async (options: FindOptions) => (await import('./emails.ts')).findEmails(options));

  program
    .command('verify-email')
    .description('say whether addresses take mail, by asking their mail servers; one NDJSON row each')
    .argument('<addresses...>', 'email addresses')
    .option('--no-wait', 'leave unknown what a server puts off for minutes')
    .action(async (addresses: string[], options: { wait: boolean }) =>
      (await import('./emails.ts')).verifyEmails(addresses, options),
    );

  const users = program.command('users').description('the accounts of a server');
  users
    .command('create-staff')
    .description('make an account with a confirmed address; its password is printed once')
    .argument('<email>')
    .option('-n, --name <name>', 'the name shown')
    .action((email: string, { name }: { name?: string }) => operate('users-create-staff', { email, name }));
  users
    .command('upgrade')
    .description('give an account the unlimited plan')
    .argument('<email>')
    .action((email: string) => operate('users-upgrade', { email }));
  users
    .command('credits')
    .description('set the credits of an account')
    .argument('<email>')
    .argument('<credits>', 'what it holds from then on', wholeNumber)
    .action((email: string, credits: number) => operate('users-credits', { email, credits }));
  users
    .command('list')
    .description('every account, one a line')
    .action(() => operate('users-list', {}));

  program
    .command('payments')
    .description('what people pay')
    .command('sync')
    .description('compare every subscription with the payment provider, as the server does once a day')
    .action(() => operate('payments-sync', {}));

  const leads = program
    .command('leads')
    .description('the lead databases: leadrocks, apollo, sales_navigator');
  leads
    .command('import')
    .description(
      'import a CSV or TSV file, also in gzip or zstd, or a Parquet file; the running server does the work',
    )
    .argument('<file>')
    .requiredOption('-d, --database <name>', 'leadrocks, apollo or sales_navigator', leadDatabase)
    .requiredOption('-s, --source <text>', 'where the leads are from')
    .requiredOption('-l, --licence <text>', 'by what right they are used')
    .option('--date <yyyy-mm-dd>', 'the day the data is of; else the day of the file')
    .option(
      '-p, --preset <name>',
      'apollo, leadrocks, phantombuster, evaboot or own; else told by the header',
    )
    .option('--append', 'add what is new, in the place of replacing all there is', false)
    .option('--dry-run', 'count what would come of it, and change nothing', false)
    .option('--refused <file>', 'where refused rows go with their reasons; else <file>.refused.csv')
    .action((file: string, options: ImportOptions) => operate('leads-import', importOrder(file, options)));
  leads
    .command('stats')
    .description('what each database holds and where it is from')
    .action(() => operate('leads-stats', {}));
  leads
    .command('sample')
    .description('fill a database with made-up leads')
    .argument('<database>', 'leadrocks, apollo or sales_navigator', leadDatabase)
    .option('-f, --force', 'also in the place of imported leads', false)
    .action((database: string, { force }: { force: boolean }) =>
      operate('leads-sample', { database, force }),
    );
  leads
    .command('drop')
    .description('empty a database')
    .argument('<database>', 'leadrocks, apollo or sales_navigator', leadDatabase)
    .action((database: string) => operate('leads-drop', { database }));

  const tags = leads
    .command('tags')
    .description('industries as addresses of people searches name them: an id each');
  tags
    .command('import')
    .description('add or renew those of a CSV file with two columns: id, industry')
    .argument('<file>')
    .action((file: string) => operate('leads-tags-import', { file: resolve(file) }));
  tags
    .command('list')
    .description('every id with its industry')
    .action(() => operate('leads-tags-list', {}));

  const optOut = program.command('optout').description('people and domains that are never listed');
  optOut
    .command('add')
    .description('add email addresses, domains or LinkedIn profiles; their leads are deleted')
    .argument('<entries...>')
    .action((entries: string[]) => operate('optout-add', { entries }));
  optOut
    .command('remove')
    .description('take entries off the list; their deleted leads come back only with an import')
    .argument('<entries...>')
    .action((entries: string[]) => operate('optout-remove', { entries }));
  optOut
    .command('import')
    .description('add those of a text file, one a line, or of a CSV file')
    .argument('<file>')
    .action((file: string) => operate('optout-import', { file: resolve(file) }));

  try {
    await program.parseAsync(args, { from: 'user' });
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = error instanceof Misuse ? MISUSE : FAILED;
  }
}

/** Runs a command of the operator beside the database, or in the server that holds it. */
async function operate(name: string, input: object): Promise<void> {
  await (await import('./operate.ts')).operate(name, input);
}

interface ImportOptions {
  database: string;
  source: string;
  licence: string;
  date?: string;
  preset?: string;
  append: boolean;
  dryRun: boolean;
  refused?: string;
}

/** Paths are made whole here: the server that carries it out stands in another folder. */
function importOrder(file: string, options: ImportOptions): object {
  const { database, source, licence, dryRun } = options;
  return {
    file: resolve(file),
    database,
    mode: options.append ? 'append' : 'replace',
    preset: options.preset ?? null,
    source,
    licence,
    date: options.date ?? null,
    dryRun,
    refusedFile: resolve(options.refused ?? `${file}.refused.csv`),
  };
}

function leadDatabase(word: string): string {
  if (/^(leadrocks|apollo|sales_navigator)$/.test(word)) return word;
  throw new InvalidArgumentError('It is leadrocks, apollo or sales_navigator.');
}

function wholeNumber(word: string): number {
  if (/^\d{1,9}$/.test(word)) return Number(word);
  throw new InvalidArgumentError('It is a whole number, 0 or more.');
}

function format(word: string): 'csv' | 'ndjson' {
  if (word === 'csv' || word === 'ndjson') return word;
  throw new InvalidArgumentError('It is csv or ndjson.');
}

function positive(word: string): number {
  const value = Number(word);
  if (Number.isInteger(value) && value >= 1 && value <= 2048) return value;
  throw new InvalidArgumentError('It is a whole number from 1 to 2048.');
}
