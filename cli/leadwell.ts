import { readFileSync } from 'node:fs';
import { Command } from 'commander';
import { hasSilentFolder } from '#server/platform/disk/ask-folder.ts';
import { firstErrorLine, OperatorError } from '#server/platform/operator-error.ts';
import { endProcess } from '#server/platform/process/end-process.ts';
import * as toolCommands from '#tools/index/commands.ts';
import type { OpenTool, ToolCommands } from './command.ts';
import { addLeadCommands, addNoticeCommands, addPlaceCommands } from './lead-commands.ts';
import { addListCommands } from './list-commands.ts';
import { addOptOutCommands, addPaymentCommands, addUserCommands } from './operator-commands.ts';
import { reportOutputErrors } from './output.ts';
import { addPersonCommands } from './person-commands.ts';
import { addScheduleCommands } from './schedule-commands.ts';
import { addSecretCommands } from './secret-commands.ts';
import { UsageError } from './usage-error.ts';

/** Exit codes: the command line is wrong, or anything else failed. */
const USAGE_ERROR = 2;
const FAILED = 1;
/** They go on after they have started. */
const LASTING = ['serve', 'worker', 'mcp'];

/** The `leadwell` command. Data goes to stdout, everything else to stderr. */
export async function main(args: string[]): Promise<void> {
  reportOutputErrors();
  try {
    await createProgram().parseAsync(args, { from: 'user' });
  } catch (error) {
    if (!(error instanceof OperatorError)) await reportOutage(error);
    else {
      process.stderr.write(`${error.message}\n`);
      process.exitCode = error instanceof UsageError ? USAGE_ERROR : FAILED;
    }
  }
  // What waits for a disk that hangs would keep the process for good.
  if (hasSilentFolder() && !LASTING.includes(args[0] ?? '')) endProcess(Number(process.exitCode ?? 0));
}

/** Rethrows what isn't an outage of the database or of another service. */
async function reportOutage(error: unknown): Promise<void> {
  const { isOutage } = await import('#server/platform/database/database-outage.ts');
  if (!isOutage(error)) throw error;
  process.stderr.write(
    `No answer from the database, or from another service: ${firstErrorLine(error)}. Check that PostgreSQL runs and that DATABASE_URL is right. Then run this command again.\n`,
  );
  process.exitCode = FAILED;
}

/** All commands with their options. */
export function createProgram(): Command {
  const program = new Command('leadwell')
    .description('Find, verify and export business contacts.')
    .version(version());
  // Commands added later inherit this.
  program.exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : USAGE_ERROR));

  program
    .command('serve')
    .description('start the web application. Settings come from the environment and .env')
    .action(async () => (await import('./start.ts')).main());

  program
    .command('worker')
    .description('run tasks for a server on the same PostgreSQL database (DATABASE_URL)')
    .action(async () => (await import('#server/worker.ts')).main());

  program
    .command('move')
    .description('copy the embedded database in DATA_DIR to an empty PostgreSQL database')
    .requiredOption('--to <url>', 'the database, as postgres://user:password@host/database')
    .action(async ({ to }: { to: string }) => {
      await (await import('./move.ts')).move(to, (text) => process.stderr.write(`${text}\n`));
    });

  program
    .command('mcp')
    .description(
      'let an assistant use a server, over standard input and output (Model Context Protocol). Uses LEADWELL_URL and LEADWELL_API_KEY',
    )
    .action(async () => (await import('./mcp.ts')).serveMcp());

  program
    .command('migrate')
    .description('change the database for this version, as a server does when it starts')
    .option('--dry-run', 'only say what is missing', false)
    .action(async ({ dryRun }: { dryRun: boolean }) => {
      await (await import('./migrate.ts')).runMigrations({ dryRun }, (text) =>
        process.stdout.write(`${text}\n`),
      );
    });

  program
    .command('upgrade')
    .description('try the update of the database to this version on a copy')
    .requiredOption('--check', 'say whether it works and how long it takes, and change nothing')
    .option('--copy <url>', 'on PostgreSQL: a database with a copy of the data, which is changed')
    .action(async ({ copy }: { copy?: string }) =>
      (await import('./upgrade-check.ts')).checkUpgrade(copy, (text) => process.stdout.write(`${text}\n`)),
    );

  program
    .command('doctor')
    .description('check the settings, the data, the database and the services outside, and say what to do')
    .option('--json', 'one JSON document', false)
    .option('--offline', 'ask nothing outside of the system', false)
    .action(async (options: { json: boolean; offline: boolean }) =>
      (await import('./doctor/doctor.ts')).doctor(options),
    );

  program
    .command('support-bundle')
    .description(
      'write a .zip file for a bug report: what doctor finds, versions and counts, without secrets or personal data',
    )
    .argument('<file>')
    .option('--log <file>', 'add the end of this log of the server, without addresses and tokens')
    .option('--offline', 'ask nothing outside of the system', false)
    .action(async (file: string, options: { log?: string; offline: boolean }) =>
      (await import('./support/support-bundle.ts')).writeSupportBundle(file, options, (text) =>
        process.stderr.write(`${text}\n`),
      ),
    );

  program
    .command('backup')
    .description('write a backup, also while the server runs: database, leads and secrets')
    .argument('<file>')
    .action(async (file: string) => (await import('./backup.ts')).backup(file));

  program
    .command('restore')
    .description(
      'replace the state of a stopped server by a backup. Changes nothing if the backup is damaged',
    )
    .argument('[file]')
    .option('--back [state]', 'go back to the state from before the last restore, or to this one')
    .action(async (file: string | undefined, { back }: { back?: string | true }) => {
      const note = (text: string) => process.stderr.write(`${text}\n`);
      if ((file === undefined) === (back === undefined))
        throw new UsageError('Name a backup, or use --back.');
      if (file !== undefined) await (await import('./restore.ts')).restore(file, note);
      else
        await (await import('./restore-back.ts')).restoreBack(typeof back === 'string' ? back : null, note);
    });

  addSecretCommands(program);
  addToolCommands(program);
  addListCommands(program);
  addScheduleCommands(program);
  addUserCommands(program);
  addPaymentCommands(program);
  addLeadCommands(program);
  addPlaceCommands(program);
  addNoticeCommands(program);
  addOptOutCommands(program);
  addPersonCommands(program);
  return program;
}

function addToolCommands(program: Command): void {
  const all = Object.values<ToolCommands>(toolCommands);
  const openTool: OpenTool = async (type) =>
    (await all.find(({ tool }) => tool?.type === type)?.tool?.open()) ?? null;
  for (const commands of all) commands.addTo(program, openTool);
}

function version(): string {
  const file = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
  return (JSON.parse(file) as { version: string }).version;
}
