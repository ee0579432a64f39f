import { setTimeout as sleep } from 'node:timers/promises';
import { createHostResolver } from '#net/dns.ts';
import { createJsonCaller } from '#net/http/guarded-json.ts';
import type { Tool } from '../../tool.ts';
import type { EmailRow } from '../definition.ts';
import { DEFAULT_CANDIDATES, MAX_CANDIDATES } from '../engine/email-candidates.ts';
import { shardKey } from '../engine/item-keys.ts';
import { createMailHosts } from '../net/mail-hosts.ts';
import { BATCH_PATIENCE, createMailServers, SINGLE_PATIENCE } from '../net/smtp/mail-servers.ts';
import type { SmtpPatience } from '../net/smtp/smtp-session.ts';
import type { TokenRate } from '../net/smtp/token-bucket.ts';
import { createHunter } from '../net/verifiers/hunter.ts';
import type { OutsideVerifier } from '../net/verifiers/outside-verifier.ts';
import { createReacher } from '../net/verifiers/reacher.ts';
import { findCompanyDomains, readCompanyItems, withoutCompanyTool } from './company-step.ts';
import type { EmailMemory } from './email-memory.ts';
import { findEmails } from './find-emails.ts';
import type { OptOutList } from './opt-outs.ts';

export interface EmailFinderOptions {
  /** `address:port` each; null: the system's servers */
  dnsServers: readonly string[] | null;
  allowPrivateNetwork: boolean;
  /** 25, except in tests and benches */
  smtpPort: number;
  /** `socks5://...`; null: a direct connection */
  socksProxy: string | null;
  /** a name that resolves to our public address */
  ehloName: string;
  /** an address that receives mail */
  mailFrom: string;
  memory: EmailMemory;
  /** people and companies that we never look up; null: no such list exists */
  optOuts?: OptOutList | null;
  /** COMPANY_TOOL, for people with a company and no domain; closed by its owner */
  companies?: Tool | null;
  /** Waits before each retry of a postponed lookup, in ms. Without any, it stays unknown. */
  greylistRetryMs: readonly number[];
  /** Whether the network blocks mail servers (net/smtp/port-25.ts). Called at the start of each run. */
  port25Blocked?: () => boolean | Promise<boolean>;
  hunter?: { apiKey: string; baseUrl?: string } | null;
  reacher?: { baseUrl: string; secret: string | null } | null;
  /** minimum time between the starts of two runs of one task, in ms */
  batchPauseMs?: number;
  /** concurrent connections to mail servers */
  connections?: number;
  rate?: TokenRate;
  patience?: { batch: SmtpPatience; single: SmtpPatience };
  /** 0 up to 1 */
  random?: () => number;
  now?: () => number;
  /** Waits before a retry; rejects when the signal aborts. */
  pause?: (ms: number, signal: AbortSignal) => Promise<void>;
}

/**
 * Finds and verifies email addresses. An item is a person at a domain, or an address (email-request.ts). The
 * lookups of one domain share its DNS, one catch-all probe and its address patterns; the domains of one mail
 * host share two connections.
 */
export function createEmailFinder(options: EmailFinderOptions): Tool<EmailRow> {
  const { dnsServers, allowPrivateNetwork, hunter, reacher } = options;
  const policy = { allowPrivateNetwork };
  const resolver = createHostResolver({ dnsServers, policy });
  const hosts = createMailHosts({ resolver, dnsServers });
  const servers = createMailServers({
    policy,
    port: options.smtpPort,
    socksProxy: options.socksProxy,
    ehloName: options.ehloName,
    mailFrom: options.mailFrom,
    ...(options.connections === undefined ? {} : { connections: options.connections }),
    ...(options.rate === undefined ? {} : { rate: options.rate }),
    ...(options.now === undefined ? {} : { now: options.now }),
  });
  const caller = hunter || reacher ? createJsonCaller({ resolver, policy }) : null;
  const verifiers: OutsideVerifier[] = [];
  if (caller && reacher) verifiers.push(createReacher({ caller, ...reacher }));
  if (caller && hunter) verifiers.push(createHunter({ caller, ...hunter }));
  const patience = options.patience ?? { batch: BATCH_PATIENCE, single: SINGLE_PATIENCE };
  const shared = {
    hosts,
    servers,
    verifiers,
    memory: options.memory,
    optOuts: options.optOuts ?? null,
    random: options.random ?? Math.random,
    pause: options.pause ?? ((ms: number, signal: AbortSignal) => sleep(ms, undefined, { signal })),
  };

  return {
    type: 'csv-extraction',
    batchPauseMs: options.batchPauseMs ?? 0,
    shardKey,
    async *run(items, signal, runOptions = {}) {
      if (signal.aborted) return;
      const { mayWait = true, onIdle = () => {}, owner = null } = runOptions;
      const isSingle = items.length === 1;
      const ofThisRun = {
        patience: isSingle ? patience.single : patience.batch,
        depth: isSingle ? MAX_CANDIDATES : DEFAULT_CANDIDATES,
        port25Blocked: (await options.port25Blocked?.()) ?? false,
        greylistRetryMs: mayWait ? options.greylistRetryMs : [],
        onIdle,
        owner,
      };
      const { ready, byCompany } = readCompanyItems(items);
      if (byCompany.size > 0 && !options.companies) yield* withoutCompanyTool(byCompany);
      else if (byCompany.size > 0 && options.companies)
        for await (const found of findCompanyDomains(byCompany, options.companies, signal, { owner })) {
          if ('item' in found) ready.push(found.item);
          else yield found.outcome;
        }
      if (!signal.aborted) yield* findEmails(ready, { ...shared, ...ofThisRun }, signal);
    },
    async close() {
      await Promise.all([servers.close(), caller?.close()]);
      hosts.close();
      resolver.close();
    },
  };
}
