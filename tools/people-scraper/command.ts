import { resolve } from 'node:path';
import type { Command } from 'commander';
import { runOperatorCommand, type ToolCommands } from '#cli/command.ts';

/** `leadwell leads tags import` and `leadwell leads tags list`. */
export const peopleScraperCommands: ToolCommands = {
  group: 'leads',
  addTo(leads: Command) {
    const tags = leads.command('tags').description('names of the industry IDs in people search URLs');
    tags
      .command('import')
      .description('add or update IDs from a CSV file with two columns: id, industry')
      .argument('<file>')
      .action((file: string) => runOperatorCommand('leads-tags-import', { file: resolve(file) }));
    tags
      .command('list')
      .description('list every ID with its industry')
      .action(() => runOperatorCommand('leads-tags-list', {}));
  },
};
