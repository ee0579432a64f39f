import { availableParallelism } from 'node:os';
import { type Command, InvalidArgumentError } from 'commander';
import type { ToolCommands } from '#cli/command.ts';
import { FORMAT_OPTION } from '#cli/row-format.ts';
import { wholeNumber } from '#cli/whole-number.ts';
import type { ExtractArguments } from './command/extract.ts';
import type { ParseArguments } from './command/parse.ts';
import { DEFAULT_DEPTH, WebsiteDepth } from './definition.ts';

const MAX_CONCURRENCY = 2048;
const MAX_THREADS = 64;
/** `--threads`: by default, all cores. */
const THREADS_OPTION = [
  '-t, --threads <n>',
  'threads that read pages',
  wholeNumber({ least: 1, most: MAX_THREADS }),
  availableParallelism(),
] as const;

/** `leadwell extract` and `leadwell parse`. */
export const websiteExtractionCommands: ToolCommands = {
  healthChecks: async (config) => (await import('./command/health-checks.ts')).renderChecks(config),
  addTo(parent: Command) {
    parent
      .command('extract')
      .description(
        'find emails, phones and social profiles on websites. Uses DNS_SERVERS and ALLOW_PRIVATE_NETWORK from the environment',
      )
      .argument('[urls...]', 'website URLs')
      .option(
        '-i, --input <file>',
        'file with one URL per line, or a table with a column of them; - for standard input',
      )
      .option(...FORMAT_OPTION)
      .option(
        '-d, --depth <depth>',
        'pages per site: quick (the given page only), standard (also contact and legal notice pages) or deep (up to 10)',
        depth,
        DEFAULT_DEPTH,
      )
      .option(
        '-p, --people',
        'one row per person that a site shows with a job title and a contact, at most 25 of each site; team pages are read first',
      )
      .option(
        '-c, --concurrency <n>',
        'maximum parallel requests',
        wholeNumber({ least: 1, most: MAX_CONCURRENCY }),
        256,
      )
      .option(...THREADS_OPTION)
      .action(async (urls: string[], options: ExtractArguments) =>
        (await import('./command/extract.ts')).main(urls, options),
      );

    parent
      .command('parse')
      .description('extract contacts from saved HTML files, one row per file, in order, with its name')
      .argument('<files...>', 'HTML files')
      .option('-u, --url <url>', 'URL of the pages, for files without <base href>')
      .option('-p, --people', 'one row per person that a page shows with a job title and a contact')
      .option(...THREADS_OPTION)
      .option(...FORMAT_OPTION)
      .action(async (files: string[], options: ParseArguments) =>
        (await import('./command/parse.ts')).main(files, options),
      );
  },
};

function depth(value: string): WebsiteDepth {
  const chosen = WebsiteDepth.safeParse(value);
  if (chosen.success) return chosen.data;
  throw new InvalidArgumentError('Use quick, standard or deep.');
}
