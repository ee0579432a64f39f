import type { OperatorCommand } from '#server/platform/operator/operator-command.ts';
import { defineTaskTool } from '#server/tasks/task-tool.ts';
import { acceptList } from '#server/tasks/uploaded-list.ts';
import type { ServerTool, ToolDeps } from '../server-tool.ts';
import { companyToDomain } from './definition.ts';
import { formerItemKey, isFree, itemKey, shardKey } from './engine/item-keys.ts';
import { COMPANY_FILE } from './server/file.ts';
import { companiesFromList } from './server/from-list.ts';
import { mountLogos } from './server/logo-call.ts';
import { openCompanyPorts } from './server/open-ports.ts';
import { COMPANY_COMMANDS } from './server/operator-commands.ts';
import { readCompanyItems } from './server/read-items.ts';
import { companyRunOptions } from './server/run-options.ts';

/** The server half of company to domain. */
export const companyToDomainServer: ServerTool = {
  definition: companyToDomain,
  task: defineTaskTool({
    definition: companyToDomain,
    start: companyToDomain.calls.start,
    async accept(_deps, input) {
      const { company_names } = input;
      const names = company_names.map((entry) => (typeof entry === 'string' ? entry : entry.company_name));
      return acceptList(input, names, await readCompanyItems(company_names));
    },
    shardKey,
    itemKey,
    formerItemKey,
    isFree,
    fromList: companiesFromList,
    file: COMPANY_FILE,
    run: {
      options: companyRunOptions,
      openPorts: openCompanyPorts,
    },
  }),
  mount: (binder, deps) => mountLogos(binder, deps),
  commands: COMPANY_COMMANDS as readonly OperatorCommand<ToolDeps>[],
};
