import type { Command } from 'commander';
import { OperatorError } from '#server/platform/operator-error.ts';
import { runOperatorCommand } from './command.ts';
import type { EraseOptions, ReportOptions } from './person-output.ts';

const WHO = 'an email address, a LinkedIn profile or a phone with its country code; several of one person';

/** `leadwell person`. */
export function addPersonCommands(program: Command): void {
  const person = program.command('person').description('answer people who ask what is stored about them');
  person
    .command('report')
    .description('find everything that is stored about a person; nothing changes')
    .argument('<person...>', WHO)
    .option('--json', 'everything, as JSON')
    .option('--letter', 'a letter to the person')
    .action(async (identifiers: string[], options: ReportOptions) => {
      const { writeReport } = await import('./person-output.ts');
      await runOperatorCommand('person-report', { person: identifiers }, (row) =>
        writeReport(row, options, (text) => process.stdout.write(text)),
      );
    });
  person
    .command('erase')
    .description(
      'delete everything that is stored about a person, keep the person out from now on, and tell the accounts that have the person',
    )
    .argument('<person...>', WHO)
    .option('--sure', 'erase; without it, the command only shows what it would delete', false)
    .option('--json', 'the receipt as JSON')
    .action(async (identifiers: string[], options: EraseOptions) => {
      const { writeReceipt, writeReport } = await import('./person-output.ts');
      const write = (text: string) => process.stdout.write(text);
      if (options.sure) {
        await runOperatorCommand('person-erase', { person: identifiers }, (row) =>
          writeReceipt(row, options, write),
        );
        return;
      }
      await runOperatorCommand('person-report', { person: identifiers }, (row) =>
        writeReport(row, {}, write),
      );
      throw new OperatorError('Nothing was deleted. To erase the person, add --sure.');
    });
}
