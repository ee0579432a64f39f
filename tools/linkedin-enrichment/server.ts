import type { OperatorCommand } from '#server/platform/operator/operator-command.ts';
import { defineTaskTool } from '#server/tasks/task-tool.ts';
import { acceptList } from '#server/tasks/uploaded-list.ts';
import type { ServerTool, ToolDeps } from '../server-tool.ts';
import { linkedinEnrichment, parseLinkedinInput, USED_TOOLS } from './definition.ts';
import { isFree, itemKey, shardKey } from './engine/item-keys.ts';
import { LINKEDIN_MESSAGES } from './messages.ts';
import { LINKEDIN_FILE } from './server/file.ts';
import { profilesFromList } from './server/from-list.ts';
import { openLinkedinPorts } from './server/open-ports.ts';
import { LINKEDIN_COMMANDS } from './server/operator-commands.ts';
import { countProfiles, readProfileItems } from './server/read-items.ts';
import { linkedinRunOptions } from './server/run-options.ts';

/** The server half of LinkedIn enrichment. */
export const linkedinEnrichmentServer: ServerTool = {
  definition: linkedinEnrichment,
  task: defineTaskTool({
    definition: linkedinEnrichment,
    start: linkedinEnrichment.calls.start,
    async accept(_deps, input) {
      const { linkedinUrls } = input;
      const urls = linkedinUrls.map((entry) => (typeof entry === 'string' ? entry : entry.linkedinUrl));
      return acceptList(input, urls, await readProfileItems(input));
    },
    creditRefusal(inputs, credits) {
      const profiles = countProfiles(inputs.map((input) => parseLinkedinInput(input).linkedinUrl));
      return credits < profiles ? LINKEDIN_MESSAGES.creditsShort(profiles, credits) : null;
    },
    shardKey,
    itemKey,
    isFree,
    file: LINKEDIN_FILE,
    fromList: profilesFromList,
    run: {
      options: linkedinRunOptions,
      openPorts: openLinkedinPorts,
      uses: Object.values(USED_TOOLS).map(({ type }) => type),
    },
  }),
  commands: LINKEDIN_COMMANDS as readonly OperatorCommand<ToolDeps>[],
};
