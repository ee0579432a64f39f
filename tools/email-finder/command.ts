import type { Command } from 'commander';
import type { ToolCommands } from '#cli/command.ts';
import type { FindOptions } from './command/emails.ts';

const NO_WAIT = ['--no-wait', 'report `unknown` if a mail server asks to retry minutes later'] as const;

/** `leadwell find-email` and `leadwell verify-email`. */
export const emailFinderCommands: ToolCommands = {
  addTo(parent: Command) {
    parent
      .command('find-email')
      .description(
        'find the work email of one person, or of everyone in a CSV file, as NDJSON. Uses the mail settings of the server: docs/operate.md',
      )
      .option('--first <name>', 'first name')
      .option('--last <name>', 'last name')
      .option('--domain <domain>', 'company domain')
      .option('-i, --input <file>', 'CSV file with first_name, last_name and domain, or - for standard input')
      .option(...NO_WAIT)
      .action(async (options: FindOptions) => (await import('./command/emails.ts')).findEmails(options));

    parent
      .command('verify-email')
      .description('verify addresses with their mail servers, one NDJSON row per address')
      .argument('<addresses...>', 'email addresses')
      .option(...NO_WAIT)
      .action(async (addresses: string[], options: { wait: boolean }) =>
        (await import('./command/emails.ts')).verifyEmails(addresses, options),
      );
  },
};
