import { type Command, Option } from 'commander';
import { ExistingRows } from '#contract/calls/list-table-calls.ts';
import { EXPORT_FORMATS, EXPORT_PRESETS } from '#contract/list-exports.ts';
import { RUN_CAP_MAX_CREDITS, RUN_FIRST_MAX, RunCells } from '#contract/list-runs.ts';
import type { ExportCommand } from './lists/export-list.ts';
import type { RunCommand } from './lists/run-list.ts';
import type { AddCommand } from './lists/upload-list.ts';
import { wholeNumber } from './whole-number.ts';

const LIST = ['<list>', 'its ID, or its name if only one list has it'] as const;
const FILE = [
  '-f, --file <file>',
  'CSV, TSV or XLSX file whose first row has the names, or people.xlsx#Sheet; - for standard input',
] as const;

/** `leadwell lists`, for lists on a server. */
export function addListCommands(program: Command): void {
  const lists = program
    .command('lists')
    .description(
      'show your lists on a server. This and the commands below use LEADWELL_URL, by default http://127.0.0.1:3000, and LEADWELL_API_KEY',
    )
    .option('--json', 'one JSON object per line', false)
    .action(async ({ json }: { json: boolean }) => (await import('./lists/show-lists.ts')).showLists(json));

  lists
    .command('create')
    .description('create a list with the rows of a file, and print its ID')
    .argument('<name>')
    .requiredOption(...FILE)
    .option('-k, --key <column>', 'rows with the same value in this column are one row')
    .action(async (name: string, options: { file: string; key?: string }) =>
      (await import('./lists/upload-list.ts')).createList(name, options),
    );
  lists
    .command('add')
    .description(
      'add the rows of a file to a list. Rows that it has already are found by its key column. Each column goes to the matching one of the list, such as E-mail to Email, or is added. The command says which',
    )
    .argument(...LIST)
    .requiredOption(...FILE)
    .option('--by-name', 'columns go only to those of the list with the same name', false)
    .addOption(
      new Option(
        '-e, --existing <what>',
        'what happens to rows that the list has: update them, fill only their empty cells, or keep them as they are',
      )
        .choices(ExistingRows.options)
        .default('update'),
    )
    .action(async (list: string, options: AddCommand) =>
      (await import('./lists/upload-list.ts')).addToList(list, options),
    );
  lists
    .command('run')
    .description(
      'run the tools that fill columns of a list. Shows first what it can cost, and prints the ID of the run',
    )
    .argument(...LIST)
    .option(
      '-s, --steps <names>',
      'columns to fill, by the names of their steps, separated by commas. Default: all',
    )
    .addOption(new Option('-r, --rows <which>', 'which cells').choices(RunCells.options).default('empty'))
    .option('-n, --first <n>', 'only the first rows', wholeNumber({ least: 1, most: RUN_FIRST_MAX }))
    .option('-c, --cap <credits>', 'stop before it costs more', wholeNumber({ most: RUN_CAP_MAX_CREDITS }))
    .option('-w, --wait', 'wait for the end and show the progress', false)
    .option('--webhook <url>', 'an address that is told how the run ends')
    .option('-y, --yes', 'start without a question', false)
    .action(async (list: string, options: RunCommand) =>
      (await import('./lists/run-list.ts')).runList(list, options),
    );
  lists
    .command('undo')
    .description(
      'undo changes of the last 30 days: imports and dates of exports by their IDs, or the last run',
    )
    .argument(...LIST)
    .argument('[changes...]', 'IDs that “lists add” and “lists export --date-column” printed')
    .option('-r, --run', 'put the values back that the last run replaced. Its credits stay spent', false)
    .action(async (list: string, changes: string[], options: { run: boolean }) =>
      (await import('./lists/undo-changes.ts')).undoChanges(list, changes, options),
    );
  lists
    .command('wait')
    .description('wait for the last run of a list')
    .argument(...LIST)
    .action(async (list: string) => (await import('./lists/run-list.ts')).waitForList(list));
  lists
    .command('export')
    .description(
      'write the rows of a list to a file or to standard output, without those whom your exclusion lists leave out',
    )
    .argument(...LIST)
    .addOption(
      new Option('-f, --format <format>', 'default: as the file is called, else csv').choices(EXPORT_FORMATS),
    )
    .addOption(new Option('-p, --preset <tool>', 'the headers of its import').choices(EXPORT_PRESETS))
    .option('-e, --per-email', 'a row with several emails becomes a row for each of them', false)
    .option('--mark <name>', 'remember this export by a name')
    .option(
      '--since <name>',
      'only rows that are new or changed since the last export with this name. With the same name in --mark, the first one has all rows',
    )
    .option('--with-excluded', 'also rows that your exclusion lists leave out', false)
    .option(
      '--date-column <name>',
      'write the date into this column of the rows in the file; created if the list lacks it',
    )
    .option('-o, --out <file>', 'a file, or - for standard output, which is the default')
    .action(async (list: string, options: ExportCommand) =>
      (await import('./lists/export-list.ts')).exportList(list, options),
    );

  program
    .command('bounces')
    .description(
      'report what became of emails that you sent, with LEADWELL_URL and LEADWELL_API_KEY as for lists. The key needs the permission Bounces',
    )
    .argument(
      '<file>',
      'CSV, TSV or XLSX file with an email in each row, and what was said; - for standard input',
    )
    .action(async (file: string) => (await import('./report-bounces.ts')).reportBounces(file));
}
