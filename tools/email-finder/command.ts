import type { Command } from 'commander';
import type { OpenTool, ToolCommands } from '#cli/command.ts';
import { FORMAT_OPTION } from '#cli/row-format.ts';
import type { FindOptions, VerifyOptions } from './command/emails.ts';

const NO_WAIT = ['--no-wait', 'report `unknown` if a mail server asks to retry minutes later'] as const;

/** `leadwell find-email` and `leadwell verify-email`. */
export const emailFinderCommands: ToolCommands = {
  healthChecks: async (config) => (await import('./command/health-checks.ts')).mailChecks(config),
  addTo(parent: Command, openTool: OpenTool) {
    parent
      .command('find-email')
      .description(
        'find the work email of one person, or of everyone in a CSV or XLSX file. With companies instead of domains, finds the domains first. Uses the mail settings of the server: docs/operate/configure.md',
      )
      .option('--first <name>', 'first name')
      .option('--last <name>', 'last name')
      .option('--domain <domain>', 'company domain')
      .option(
        '-i, --input <file>',
        'CSV or XLSX file with first_name, last_name and domain or company, or - for standard input',
      )
      .option(...FORMAT_OPTION)
      .option(...NO_WAIT)
      .action(async (options: FindOptions) =>
        (await import('./command/emails.ts')).findEmails(options, openTool),
      );

    parent
      .command('verify-email')
      .description('verify addresses with their mail servers')
      .argument('[addresses...]', 'email addresses')
      .option(
        '-i, --input <file>',
        'CSV or XLSX file with a column of emails, or one per line; - for standard input',
      )
      .option(...FORMAT_OPTION)
      .option(...NO_WAIT)
      .action(async (addresses: string[], options: VerifyOptions) =>
        (await import('./command/emails.ts')).verifyEmails(addresses, options),
      );
  },
};
