import type { TaskType } from '#contract/tasks.ts';
import { createEmailFinder, type EmailFinderOptions } from './email-finder/email-finder.ts';
import type { EmailMemory } from './email-finder/email-memory.ts';
import type { OptOutList } from './email-finder/opt-outs.ts';
import type { Tool } from './tool.ts';
import {
  createWebsiteExtraction,
  type WebsiteExtractionOptions,
} from './website-extraction/website-extraction.ts';

/** What the operator's configuration says to the tools: plain values, which reach another thread as copies. */
export type ToolOptions = WebsiteExtractionOptions & {
  email: Pick<
    EmailFinderOptions,
    | 'smtpPort'
    | 'socksProxy'
    | 'ehloName'
    | 'mailFrom'
    | 'greylistRetryMs'
    | 'batchPauseMs'
    | 'hunter'
    | 'reacher'
  >;
};

/** What tools ask of whoever runs them. */
export interface ToolPorts {
  emailMemory: EmailMemory;
  optOuts: OptOutList;
  /** whether mail servers are out of reach from here; asked at each run */
  port25Blocked: () => boolean;
}

/** Task type -> how its tool is made. A type without an entry is not built yet. */
export const TOOL_FACTORIES: Partial<Record<TaskType, (options: ToolOptions, ports: ToolPorts) => Tool>> = {
  'website-extraction': createWebsiteExtraction,
  'csv-extraction': ({ email, dnsServers, allowPrivateNetwork }, { emailMemory, optOuts, port25Blocked }) =>
    createEmailFinder({
      ...email,
      dnsServers,
      allowPrivateNetwork,
      memory: emailMemory,
      optOuts,
      port25Blocked,
    }),
};
