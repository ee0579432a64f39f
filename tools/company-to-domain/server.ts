import type { OperatorCommand } from '#server/platform/operator-command.ts';
import { defineTaskTool } from '#server/tasks/task-tool.ts';
import type { ServerTool, ToolDeps } from '../server-tool.ts';
import { companyToDomain } from './definition.ts';
import { openCompanyPorts } from './server/company-ports.ts';
import { COMPANY_CSV_DETAILS } from './server/csv-details.ts';
import { companiesFromList } from './server/from-list.ts';
import { mountLogos } from './server/logo-call.ts';
import { COMPANY_COMMANDS } from './server/operator-commands.ts';
import { readCompanyItems } from './server/read-companies.ts';
import { companyReplyFields } from './server/reply-fields.ts';
import { companyRunOptions } from './server/run-options.ts';
import { companyKey, companyShardKey, neverCosts } from './shard-key.ts';

/** The server half of company to domain. */
export const companyToDomainServer: ServerTool = {
  definition: companyToDomain,
  task: defineTaskTool({
    definition: companyToDomain,
    start: companyToDomain.calls.start,
    accept: async (_deps, { company_names }) => ({ inputs: await readCompanyItems(company_names) }),
    shardKey: companyShardKey,
    itemKey: companyKey,
    neverCosts,
    replyFields: companyReplyFields,
    fromList: companiesFromList,
    csvDetails: COMPANY_CSV_DETAILS,
    run: {
      module: new URL('./run.ts', import.meta.url).href,
      create: 'createCompanyRun',
      options: companyRunOptions,
      openPorts: openCompanyPorts,
    },
  }),
  mount: (binder, deps) => mountLogos(binder, deps),
  commands: COMPANY_COMMANDS as readonly OperatorCommand<ToolDeps>[],
};
