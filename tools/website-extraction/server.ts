import { defineTaskTool } from '#server/tasks/task-tool.ts';
import type { ServerTool } from '../server-tool.ts';
import { websiteExtraction } from './definition.ts';
import { readUrlItems } from './server/read-urls.ts';
import { websiteReplyFields } from './server/reply-fields.ts';
import { websiteRunOptions } from './server/run-options.ts';
import { websiteShardKey } from './shard-key.ts';

/** The server half of website extraction. */
export const websiteExtractionServer: ServerTool = {
  definition: websiteExtraction,
  task: defineTaskTool({
    definition: websiteExtraction,
    start: websiteExtraction.calls.start,
    accept: async (_deps, { urls }) => ({ inputs: await readUrlItems(urls) }),
    shardKey: websiteShardKey,
    replyFields: websiteReplyFields,
    run: {
      module: new URL('./website-extraction.ts', import.meta.url).href,
      create: 'createWebsiteExtraction',
      options: websiteRunOptions,
    },
  }),
};
