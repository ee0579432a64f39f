import type { TaskType } from '#contract/tasks.ts';
import type { Tool } from '../tool.ts';
import { COMPANY_TOOL } from './definition.ts';
import { createEmailFinder, type EmailFinderOptions } from './run/email-finder.ts';
import type { EmailMemory } from './run/email-memory.ts';
import type { OptOutList } from './run/opt-outs.ts';

/** What the configuration says to the finder: plain values, which another thread gets as copies. */
export type EmailRunOptions = Pick<
  EmailFinderOptions,
  | 'dnsServers'
  | 'allowPrivateNetwork'
  | 'smtpPort'
  | 'socksProxy'
  | 'ehloName'
  | 'mailFrom'
  | 'greylistRetryMs'
  | 'batchPauseMs'
  | 'hunter'
  | 'reacher'
>;

/** What the finder needs from the process that has the database. */
export interface EmailPorts {
  memory: EmailMemory;
  optOuts: OptOutList;
  network: {
    /** whether outgoing port 25 is blocked here */
    port25Blocked(): Promise<boolean>;
  };
}

/** The finder as the crawl thread runs it. `tools`: COMPANY_TOOL, if this version has it. */
export function createRun(
  options: EmailRunOptions,
  { memory, optOuts, network }: EmailPorts,
  tools: ReadonlyMap<TaskType, Tool> = new Map(),
): Tool {
  return createEmailFinder({
    ...options,
    memory,
    optOuts,
    companies: tools.get(COMPANY_TOOL) ?? null,
    port25Blocked: () => network.port25Blocked(),
  });
}
