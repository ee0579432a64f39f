import { resolve } from 'node:path';
import { type Command, Option } from 'commander';
import { PLANS } from '#contract/account.ts';
import { runOperatorCommand } from './command.ts';
import { UsageError } from './usage-error.ts';
import { wholeNumber } from './whole-number.ts';

/** `leadwell users`. */
export function addUserCommands(program: Command): void {
  const users = program.command('users').description('manage the accounts of a server');
  users
    .command('create-staff')
    .description('create an account with a confirmed address and print its password once')
    .argument('<email>')
    .option('-n, --name <name>', 'display name')
    .action((email: string, { name }: { name?: string }) =>
      runOperatorCommand('users-create-staff', { email, name }),
    );
  users
    .command('upgrade')
    .description('give an account the unlimited plan or another one, or take it back (free)')
    .argument('<email>')
    .addOption(new Option('-p, --plan <plan>', 'the plan').choices(PLANS).default('unlimited'))
    .action((email: string, { plan }: { plan: string }) =>
      runOperatorCommand('users-upgrade', { email, plan }),
    );
  users
    .command('credits')
    .description('set the credit balance of an account')
    .argument('<email>')
    .argument('<credits>', 'new balance', wholeNumber())
    .action((email: string, credits: number) => runOperatorCommand('users-credits', { email, credits }));
  for (const [name, description] of [
    [
      'disable',
      'end the sessions, keys, connected logins, webhooks, devices and tasks of an account, and refuse new ones',
    ],
    ['enable', 'let a disabled account log in again. What disable ended stays ended'],
    [
      'sign-out',
      'end all sessions, keys, connected Google and Microsoft logins, webhooks and devices of an account',
    ],
    ['reset-password', 'do the same as sign-out, and set a new password and print it once'],
    ['reset-two-factor', 'turn off two-factor login of an account whose owner lost the app and all codes'],
    ['delete', 'cancel the payments of an account and delete it with all its data'],
  ] as const) {
    users
      .command(name)
      .description(description)
      .argument('<email>')
      .action((email: string) => runOperatorCommand(`users-${name}`, { email }));
  }
  users
    .command('list')
    .description('list all accounts, one per line')
    .action(() => runOperatorCommand('users-list', {}));
}

/** `leadwell payments`. */
export function addPaymentCommands(program: Command): void {
  program
    .command('payments')
    .description('manage payments')
    .command('sync')
    .description('sync every subscription with the payment provider. The server does this once a day')
    .action(() => runOperatorCommand('payments-sync', {}));
}

/** `leadwell optout`. */
export function addOptOutCommands(program: Command): void {
  const optOut = program.command('optout').description('manage people and domains that opted out');
  optOut
    .command('add')
    .description(
      'add email addresses, phone numbers with country code, domains or LinkedIn profiles, and delete their leads',
    )
    .argument('<entries...>')
    .action((entries: string[]) => runOperatorCommand('optout-add', { entries }));
  optOut
    .command('remove')
    .description('remove entries. Deleted leads come back only with a new import')
    .argument('<entries...>')
    .action((entries: string[]) => runOperatorCommand('optout-remove', { entries }));
  optOut
    .command('apply')
    .description('delete the leads of everyone on the list, for example after restoring lead databases')
    .action(() => runOperatorCommand('optout-apply', {}));
  optOut
    .command('import')
    .description('add entries from a text file, one per line, or a CSV or XLSX file')
    .argument('<files...>', 'one file; with --hashed, all files of a download')
    .addOption(
      new Option(
        '--hashed <hash>',
        "the file has hashes, as California's DROP lists; writes a status file for its answer",
      ).choices(['sha256']),
    )
    .option(
      '--list <name>',
      'with --hashed: Email, Phone, NDZ, MAID, NameVIN, CTVID or Removed. Default: from the name of the file',
    )
    .option('--status <file>', 'with --hashed: where to write the status file. Default: beside the file')
    .action(([file = '', ...others]: string[], options: OptOutImportOptions) => {
      if (options.hashed === undefined) {
        if (options.list ?? options.status) throw new UsageError('--list and --status need --hashed sha256.');
        if (others.length > 0) throw new UsageError('Name one file. Only --hashed sha256 takes several.');
        return runOperatorCommand('optout-import', { file: resolve(file) });
      }
      return runOperatorCommand('optout-import-hashed', {
        files: [file, ...others].map((one) => resolve(one)),
        list: options.list ?? null,
        statusFile: options.status === undefined ? null : resolve(options.status),
      });
    });
}

interface OptOutImportOptions {
  hashed?: string;
  list?: string;
  status?: string;
}
