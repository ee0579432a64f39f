import { resolve } from 'node:path';
import type { Command } from 'commander';
import { runOperatorCommand, type ToolCommands } from '#cli/command.ts';
import { FORMAT_OPTION } from '#cli/row-format.ts';
import { showPresets } from '#cli/show-presets.ts';
import { UsageError } from '#cli/usage-error.ts';
import { COMPANY_PRESETS } from '#engines/data-presets/data-presets.ts';
import type { FindDomainOptions } from './command/find-domain.ts';

const COMPANY_PRESET_NAMES = COMPANY_PRESETS.map(({ name }) => name).join(', ');

/** `leadwell find-domain` and `leadwell companies`. */
export const companyToDomainCommands: ToolCommands = {
  tool: {
    type: 'company-to-domain',
    open: async () => (await import('./command/open-tool.ts')).openCompanyTool(),
  },
  addTo(parent: Command) {
    parent
      .command('find-domain')
      .description(
        'find the web domains of companies by their names. Uses DNS_SERVERS, ALLOW_PRIVATE_NETWORK and COMPANY_PROVIDER_URL from the environment',
      )
      .argument('[names...]', 'company names')
      .option(
        '-i, --input <file>',
        'file with one name per line, or a CSV or XLSX file with a company column, or - for standard input',
      )
      .option(...FORMAT_OPTION)
      .option(
        '--column <column>',
        'the column of the table with the companies: its name, or its number from 1. Default: the one that is named for them, or else the likeliest one',
      )
      .option('--country <country>', 'country of the companies: a code or a name')
      .action(async (names: string[], options: FindDomainOptions) =>
        (await import('./command/find-domain.ts')).main(names, options),
      );

    const companies = parent.command('companies').description("the operator's own table of company domains");
    companies
      .command('import')
      .description(
        'import a CSV, XLSX or Parquet file with the columns name, domain and country, or with --preset the files of a public source',
      )
      .argument('[files...]')
      .option('-p, --preset [name]', `${COMPANY_PRESET_NAMES}. Without a name: list them with their licenses`)
      .action(importCompanies);
    companies
      .command('presets')
      .description('list the presets with license, source, and whether they have data about people')
      .action(() => showPresets('companies import'));
    companies
      .command('stats')
      .description('count the companies')
      .action(() => runOperatorCommand('companies-stats', {}));
    companies
      .command('drop')
      .description('delete all companies of the table, and those of presets')
      .option('-p, --preset <name>', 'only those of a preset')
      .action(({ preset }: { preset?: string }) =>
        runOperatorCommand('companies-drop', { preset: preset ?? null }),
      );
  },
};

async function importCompanies(files: string[], { preset }: { preset?: string | true }): Promise<void> {
  if (preset === true) return showPresets('companies import');
  const [file, ...others] = files.map((path) => resolve(path));
  if (file === undefined) throw new UsageError('Name a file to import.');
  if (preset !== undefined)
    return runOperatorCommand('companies-import-preset', { preset, files: [file, ...others] });
  if (others.length > 0) throw new UsageError('Without --preset, import one file at a time.');
  return runOperatorCommand('companies-import', { file });
}
