import { DEFAULT_DEPTH } from '#contract/website-depth.ts';
import { websiteKey } from '#engines/list-items/website.ts';
import { attachList, copyList, listDigest, loadList } from '#server/tasks/own-list.ts';
import { defineTaskTool } from '#server/tasks/task-tool.ts';
import type { ServerTool } from '../server-tool.ts';
import { websiteExtraction } from './definition.ts';
import { websitesFromList } from './server/from-list.ts';
import { readUrlItems } from './server/read-urls.ts';
import { websiteReplyFields } from './server/reply-fields.ts';
import { websiteRunOptions } from './server/run-options.ts';
import { websiteLines } from './server/website-lines.ts';
import { neverCosts, websiteShardKey } from './shard-key.ts';

/** The server half of website extraction. */
export const websiteExtractionServer: ServerTool = {
  definition: websiteExtraction,
  task: defineTaskTool({
    definition: websiteExtraction,
    start: websiteExtraction.calls.start,
    async accept(_deps, input) {
      const { urls, depth = DEFAULT_DEPTH, list } = input;
      const { inputs, positions } = await readUrlItems(urls);
      const accepted = { inputs, options: { depth } };
      if (!list) return accepted;
      const fingerprint = async () => ({ ...input, list: await listDigest(list) });
      return { ...accepted, fingerprint, ...attachList(list, urls, positions) };
    },
    shardKey: websiteShardKey,
    itemKey: websiteKey,
    replyFields: websiteReplyFields,
    neverCosts,
    lines: websiteLines,
    fromList: websitesFromList,
    ownRows: loadList,
    attachedTo: copyList,
    run: {
      module: new URL('./website-extraction.ts', import.meta.url).href,
      create: 'createWebsiteExtraction',
      options: websiteRunOptions,
    },
  }),
};
