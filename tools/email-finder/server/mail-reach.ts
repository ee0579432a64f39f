import { hostname } from 'node:os';
import { createHostResolver } from '#net/dns.ts';
import type { Deps } from '#server/deps.ts';
import { optOutsVersion } from '#server/opt-outs/opt-outs.ts';
import type { Db } from '#server/platform/database/db.ts';
import type { Tables } from '#server/platform/database/tables.ts';
import { every } from '#server/platform/every.ts';
import { gauge } from '#server/platform/metrics/metrics.ts';
import type { MailReach } from '../definition.ts';
import { createMailHosts } from '../net/mail-hosts.ts';
import { testPort25 } from '../net/smtp/port-25.ts';
import { deleteExpired } from './memory-store.ts';
import { deleteOptedOut } from './opt-out-list.ts';

/** How often outgoing port 25 is tested, and how long a result is valid. */
const TEST_MS = 10 * 60_000;
const VALID_MS = 3 * TEST_MS;

const port25 = gauge('mail_port_25_open', '1 if mail servers can be reached from here, 0 if not.');
// Until the first test, and without tests, nothing says that they can't.
port25.remove();

type ReachRecord = Tables['mail_reach'];
type ReachDeps = Pick<Deps, 'config' | 'database' | 'clock' | 'log' | 'secrets'>;

export interface MailWatch {
  /** whether the last test found outgoing port 25 blocked */
  blocked(): boolean;
  stop(): Promise<void>;
}

/**
 * Tests now and every ten minutes whether this process can reach mail servers, and saves the result for the
 * servers. Also deletes expired verdicts and those of people who opted out.
 */
export function watchMailReach(deps: ReachDeps): MailWatch {
  const { config, clock, log } = deps;
  const { db } = deps.database;
  const policy = { allowPrivateNetwork: config.ALLOW_PRIVATE_NETWORK };
  const dnsServers = config.DNS_SERVERS ?? null;
  const worker = `${hostname()}/${config.embedded ? 'embedded' : process.pid}`;
  let blocked = false;
  let optOutsSeen = '';
  const stopping = Promise.withResolvers<null>();
  const ended = new AbortController();
  const stopLoop = every(TEST_MS, async () => {
    try {
      await deleteExpired(db, new Date(clock.now()));
      const optOuts = await optOutsVersion(deps);
      if (optOuts !== optOutsSeen) await deleteOptedOut(deps, ended.signal);
      optOutsSeen = optOuts;
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
      // In a network that drops packets the test takes long. A stop doesn't wait for it.
      const report = await Promise.race([test, stopping.promise]);
      if (!report) return;
      const { state, silent } = report;
      if (state === 'blocked' && !blocked)
        log.warn({ silent }, 'no mail server is reachable: outgoing port 25 seems to be blocked');
      blocked = state === 'blocked';
      port25.set(state === 'open' ? 1 : 0);
      await saveReach(db, { worker, port25: state, tested_at: new Date(clock.now()) });
    } catch (error) {
      log.error({ err: error }, 'could not test outgoing port 25');
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

/** The workers' results: open if any worker can reach mail servers. */
export async function mailReach({
  config,
  database,
  clock,
}: Pick<Deps, 'config' | 'database' | 'clock'>): Promise<MailReach> {
  const found = await reachSince(database.db, new Date(clock.now() - VALID_MS));
  return {
    port25: found.includes('open') ? 'open' : found.includes('blocked') ? 'blocked' : 'untested',
    outside: [
      ...(config.REACHER_URL ? (['reacher'] as const) : []),
      ...(config.HUNTER_API_KEY ? (['hunter'] as const) : []),
    ],
  };
}

async function saveReach(db: Db, record: ReachRecord): Promise<void> {
  await db
    .insertInto('mail_reach')
    .values(record)
    .onConflict((conflict) =>
      conflict.column('worker').doUpdateSet({ port25: record.port25, tested_at: record.tested_at }),
    )
    .execute();
}

/** The workers' results since then. Deletes older ones. */
async function reachSince(db: Db, since: Date): Promise<ReachRecord['port25'][]> {
  await db.deleteFrom('mail_reach').where('tested_at', '<', since).execute();
  const rows = await db.selectFrom('mail_reach').select('port25').execute();
  return rows.map(({ port25 }) => port25);
}
