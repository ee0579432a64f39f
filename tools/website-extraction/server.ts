import { rendererPath } from '#server/config.ts';
import { defineTaskTool } from '#server/tasks/task-tool.ts';
import type { ServerTool } from '../server-tool.ts';
import { websiteExtraction } from './definition.ts';
import { readUrlItems } from './server/read-urls.ts';
import { websiteReplyJson } from './server/website-reply.ts';
import { websiteShardKey } from './shard-key.ts';
import type { WebsiteExtractionOptions } from './website-extraction.ts';

/** The server half of website extraction. */
export const websiteExtractionServer: ServerTool = {
  definition: websiteExtraction,
  task: defineTaskTool({
    definition: websiteExtraction,
    start: websiteExtraction.calls.start,
    accept: async (_deps, { urls }) => ({ inputs: await readUrlItems(urls) }),
    shardKey: websiteShardKey,
    reply: websiteReplyJson,
    run: {
      module: new URL('./website-extraction.ts', import.meta.url).href,
      create: 'createWebsiteExtraction',
      options: (config): WebsiteExtractionOptions => ({
        concurrency: config.CRAWL_CONCURRENCY,
        dnsServers: config.DNS_SERVERS ?? null,
        allowPrivateNetwork: config.ALLOW_PRIVATE_NETWORK,
        contact: config.PUBLIC_URL ?? null,
        chromiumPath: rendererPath(config),
      }),
    },
  }),
};
