import type { Command } from 'commander';
import type { ToolCommands } from '#cli/command.ts';
import { FORMAT_OPTION } from '#cli/row-format.ts';
import type { EnrichOptions } from './command/enrich-linkedin.ts';

/** `leadwell enrich-linkedin`. */
export const linkedinEnrichmentCommands: ToolCommands = {
  addTo(parent: Command) {
    parent
      .command('enrich-linkedin')
      .description(
        'find names, titles, companies, emails and phones by LinkedIn profile URLs. Uses the lead databases and settings of the server',
      )
      .argument('[urls...]', 'profile URLs')
      .option(
        '-i, --input <file>',
        'file with one URL per line, or a CSV or XLSX file with a LinkedIn column, or - for standard input',
      )
      .option(...FORMAT_OPTION)
      .option('--page <file...>', 'profile pages saved as HTML')
      .action(async (urls: string[], options: EnrichOptions) =>
        (await import('./command/enrich-linkedin.ts')).main(urls, options),
      );
  },
};
