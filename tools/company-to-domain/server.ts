import type { OperatorCommand } from '#server/platform/operator-command.ts';
import { attachList, copyList, listDigest, loadList } from '#server/tasks/own-list.ts';
import { defineTaskTool } from '#server/tasks/task-tool.ts';
import type { ServerTool, ToolDeps } from '../server-tool.ts';
import { companyToDomain } from './definition.ts';
import { companyLines } from './server/company-lines.ts';
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
    async accept(_deps, input) {
      const { company_names, list } = input;
      const { inputs, positions } = await readCompanyItems(company_names);
      if (!list) return { inputs };
      const names = company_names.map((entry) => (typeof entry === 'string' ? entry : entry.company_name));
      const fingerprint = async () => ({ ...input, list: await listDigest(list) });
      return { inputs, fingerprint, ...attachList(list, names, positions) };
    },
    shardKey: companyShardKey,
    itemKey: companyKey,
    neverCosts,
    replyFields: companyReplyFields,
    fromList: companiesFromList,
    lines: companyLines,
    csvDetails: COMPANY_CSV_DETAILS,
    ownRows: loadList,
    attachedTo: copyList,
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
