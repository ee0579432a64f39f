import { resolve } from 'node:path';
import { type Command, InvalidArgumentError } from 'commander';
import { runOperatorCommand } from './command.ts';

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
    .description('give an account the unlimited plan')
    .argument('<email>')
    .action((email: string) => runOperatorCommand('users-upgrade', { email }));
  users
    .command('credits')
    .description('set the credit balance of an account')
    .argument('<email>')
    .argument('<credits>', 'new balance', wholeNumber)
    .action((email: string, credits: number) => runOperatorCommand('users-credits', { email, credits }));
  for (const [name, description] of [
    ['disable', 'end the sessions and tasks of an account and refuse new ones'],
    ['enable', 'let a disabled account log in again'],
    ['sign-out', 'end all sessions of an account'],
    ['reset-password', 'set a new password and print it once; ends all sessions'],
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
    .description('add entries from a text file, one per line, or a CSV file')
    .argument('<file>')
    .action((file: string) => runOperatorCommand('optout-import', { file: resolve(file) }));
}

function wholeNumber(value: string): number {
  if (/^\d{1,9}$/.test(value)) return Number(value);
  throw new InvalidArgumentError('Use a whole number, 0 or more.');
}
