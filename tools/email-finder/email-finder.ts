import { setTimeout as sleep } from 'node:timers/promises';
import { ADDRESS_FAULT_WORDS } from '#engines/email-address/email-address.ts';
import { FIRST_CANDIDATES, MOST_CANDIDATES } from '#engines/email-candidates/email-candidates.ts';
import { createHostResolver } from '#net/dns.ts';
import { createJsonCaller } from '#net/http/guarded-json.ts';
import { createMailHosts } from '#net/mail-hosts.ts';
import { BATCH_PATIENCE, createMailServers, SINGLE_PATIENCE } from '#net/smtp/mail-servers.ts';
import type { SmtpPatience } from '#net/smtp/smtp-session.ts';
import type { TokenRate } from '#net/smtp/token-bucket.ts';
import { createHunter } from '#net/verifiers/hunter.ts';
import type { OutsideVerifier } from '#net/verifiers/outside-verifier.ts';
import { createReacher } from '#net/verifiers/reacher.ts';
import { createOutcomeQueue } from '../outcome-queue.ts';
import type { Tool, ToolOutcome } from '../tool.ts';
import type { EmailRow } from './definition.ts';
import type { EmailMemory } from './email-memory.ts';
import { emailShardKey, type RequestReading } from './email-request.ts';
import { groupRequests } from './group-requests.ts';
import type { OptOutList } from './opt-outs.ts';
import { type FinderParts, runFinder } from './run/finder-run.ts';
import { unaskedRow } from './unasked-row.ts';

export interface EmailFinderOptions {
  dnsServers: readonly string[] | null;
  allowPrivateNetwork: boolean;
  /** 25, except in tests and benches */
  smtpPort: number;
  /** `socks5://...`; null: directly */
  socksProxy: string | null;
  /** a name that resolves to the address we connect from */
  ehloName: string;
  /** an address that takes mail */
  mailFrom: string;
  memory: EmailMemory;
  /** who is never looked for; null where nobody keeps such a list */
  optOuts?: OptOutList | null;
  /** Waits before each further try at what was put off; without any it stays unknown. */
  greylistRetryMs: readonly number[];
  /** Whether mail servers are out of reach from here (net/smtp/port-25.ts); asked at each run. */
  port25Blocked?: () => boolean | Promise<boolean>;
  hunter?: { apiKey: string; baseUrl?: string } | null;
  reacher?: { baseUrl: string; secret: string | null } | null;
  /** least time between the starts of two runs of one task; 0: none */
  batchPauseMs?: number;
  /** connections to mail servers at once */
  connections?: number;
  rate?: TokenRate;
  patience?: { batch: SmtpPatience; single: SmtpPatience };
  /** 0 up to 1 */
  random?: () => number;
  now?: () => number;
  /** waits between tries; rejects when the signal aborts */
  pause?: (ms: number, signal: AbortSignal) => Promise<void>;
}

/** Outcomes that nobody has taken yet. */
const MAX_READY = 500;

/**
 * Finds and verifies addresses: items are persons or addresses (email-request.ts). The requests of a domain share its DNS,
 * one catch-all probe and what is learned of its addresses; the domains of a mail host share its two connections.
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
  const outside: OutsideVerifier[] = [];
  if (caller && reacher) outside.push(createReacher({ caller, ...reacher }));
  if (caller && hunter) outside.push(createHunter({ caller, ...hunter }));
  const patience = options.patience ?? { batch: BATCH_PATIENCE, single: SINGLE_PATIENCE };
  const parts: Omit<FinderParts, 'patience' | 'depth' | 'port25Blocked' | 'greylistRetryMs' | 'onIdle'> = {
    hosts,
    servers,
    outside,
    memory: options.memory,
    optOuts: options.optOuts ?? null,
    random: options.random ?? Math.random,
    pause: options.pause ?? ((ms, signal) => sleep(ms, undefined, { signal })),
  };

  return {
    type: 'csv-extraction',
    batchPauseMs: options.batchPauseMs ?? 0,
    shardKey: emailShardKey,
    async *run(items, signal, { mayWait = true, onIdle = () => {} } = {}) {
      if (signal.aborted) return;
      const alone = items.length === 1;
      const stop = new AbortController();
      const ready = createOutcomeQueue<ToolOutcome<EmailRow>>(MAX_READY);
      let failure: unknown = null;
      const end = () => {
        stop.abort(signal.reason);
        ready.end();
      };
      signal.addEventListener('abort', end, { once: true });
      try {
        const { byDomain, invalid } = groupRequests(items);
        for (const { position, reading } of invalid) {
          const row = invalidRow(reading);
          yield {
            position,
            row,
            found: false,
            failed: row.status === 'unknown',
            billable: false,
            outcome: row.status,
          };
        }
        const how = {
          patience: alone ? patience.single : patience.batch,
          depth: alone ? MOST_CANDIDATES : FIRST_CANDIDATES,
          port25Blocked: (await options.port25Blocked?.()) ?? false,
          greylistRetryMs: mayWait ? options.greylistRetryMs : [],
          onIdle,
        };
        runFinder({ ...parts, ...how }, byDomain, ready, stop.signal)
          .catch((error: unknown) => {
            failure = error;
          })
          .finally(() => ready.end());
        for (let outcome = await ready.next(); outcome; outcome = await ready.next()) {
          if (stop.signal.aborted) return;
          yield outcome;
        }
        if (failure !== null && !stop.signal.aborted) throw failure;
      } finally {
        signal.removeEventListener('abort', end);
        end();
      }
    },
    async close() {
      await Promise.all([servers.close(), caller?.close()]);
      hosts.close();
      resolver.close();
    },
  };
}

/** What is no address or no domain is told why, and is not charged: nobody was asked. */
function invalidRow({ written, fault }: Extract<RequestReading, { ok: false }>): EmailRow {
  return fault === 'not-a-domain'
    ? unaskedRow(written, fault)
    : unaskedRow(written, 'not-an-address', { explanation: ADDRESS_FAULT_WORDS[fault] });
}
