import { hostname } from 'node:os';
import { createHostResolver } from '#net/dns.ts';
import { createMailHosts } from '#net/mail-hosts.ts';
import { testPort25 } from '#net/smtp/port-25.ts';
import type { Deps } from '#server/deps.ts';
import { optOutsVersion } from '#server/opt-outs/opt-outs.ts';
import { every } from '#server/platform/every.ts';
import type { MailReach } from '../definition.ts';
import { forgetOld } from './memory-store.ts';
import { forgetOptedOut } from './opt-out-list.ts';
import { keepReach, reachSince } from './reach-store.ts';

/** How often outgoing port 25 is tested, and how long a test counts. */
const TEST_MS = 10 * 60_000;
const COUNTS_MS = 3 * TEST_MS;

type ReachDeps = Pick<Deps, 'config' | 'database' | 'clock' | 'log' | 'secrets'>;

export interface MailWatch {
  /** whether the last test found that the network lets nothing out to mail servers */
  blocked(): boolean;
  stop(): Promise<void>;
}

/**
 * Tests now and from time to time whether mail servers can be reached from this process, writes it down for
 * the servers to tell, and throws out verdicts that do not hold any more or are of people who opted out.
 */
export function watchMailReach(deps: ReachDeps): MailWatch {
  const { config, clock, log } = deps;
  const { db } = deps.database;
  const policy = { allowPrivateNetwork: config.ALLOW_PRIVATE_NETWORK };
  const dnsServers = config.DNS_SERVERS ?? null;
  const worker = `${hostname()}/${config.embedded ? 'embedded' : process.pid}`;
  let blocked = false;
  let optOutsKnown = '';
  const stopping = Promise.withResolvers<null>();
  const ended = new AbortController();
  const stopLoop = every(TEST_MS, async () => {
    try {
      await forgetOld(db, new Date(clock.now()));
      const optOuts = await optOutsVersion(deps);
      if (optOuts !== optOutsKnown) await forgetOptedOut(deps, ended.signal);
      optOutsKnown = optOuts;
      if (!config.PORT_25_TEST) return;
      const resolver = createHostResolver({ dnsServers, policy });
      const hosts = createMailHosts({ resolver, dnsServers });
      const test = testPort25({
        policy,
        hosts,
        port: config.SMTP_PORT,
        socksProxy: config.SOCKS_PROXY ?? null,
      }).finally(() => {
        hosts.close();
        resolver.close();
      });
      // A network that swallows everything is silent for long; a stop does not wait for that.
      const report = await Promise.race([test, stopping.promise]);
      if (!report) return;
      const { state, silent } = report;
      if (state === 'blocked' && !blocked)
        log.warn({ silent }, 'no mail server can be reached: outgoing port 25 seems to be blocked');
      blocked = state === 'blocked';
      await keepReach(db, { worker, port25: state, tested_at: new Date(clock.now()) });
    } catch (error) {
      log.error({ err: error }, 'the way to mail servers could not be tested');
    }
  });
  return {
    blocked: () => blocked,
    stop() {
      stopping.resolve(null);
      ended.abort();
      return stopLoop();
    },
  };
}

/** What the workers found: one that can reach mail servers is enough. */
export async function mailReach({
  config,
  database,
  clock,
}: Pick<Deps, 'config' | 'database' | 'clock'>): Promise<MailReach> {
  const found = await reachSince(database.db, new Date(clock.now() - COUNTS_MS));
  return {
    port25: found.includes('open') ? 'open' : found.includes('blocked') ? 'blocked' : 'untested',
    outside: [
      ...(config.REACHER_URL ? (['reacher'] as const) : []),
      ...(config.HUNTER_API_KEY ? (['hunter'] as const) : []),
    ],
  };
}
