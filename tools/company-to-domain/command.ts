import { resolve } from 'node:path';
import type { Command } from 'commander';
import { runOperatorCommand, type ToolCommands } from '#cli/command.ts';
import { FORMAT_OPTION } from '#cli/row-format.ts';
import type { FindDomainOptions } from './command/find-domain.ts';

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
      .option('--country <country>', 'country of the companies: a code or a name')
      .action(async (names: string[], options: FindDomainOptions) =>
        (await import('./command/find-domain.ts')).main(names, options),
      );

    const companies = parent.command('companies').description("the operator's own table of company domains");
    companies
      .command('import')
      .description('import a CSV, XLSX or Parquet file with the columns name, domain and country')
      .argument('<file>')
      .action((file: string) => runOperatorCommand('companies-import', { file: resolve(file) }));
    companies
      .command('stats')
      .description('count the companies')
      .action(() => runOperatorCommand('companies-stats', {}));
    companies
      .command('drop')
      .description('delete all companies of the table')
      .action(() => runOperatorCommand('companies-drop', {}));
  },
};
