import { addressFlags, isBigProvider } from '#engines/smtp-verdict/address-flags.ts';
import type { Evidence } from '#engines/smtp-verdict/smtp-verdict.ts';
import type { MailHosts, MailRoute } from '#net/mail-hosts.ts';
import type { OutsideVerifier } from '#net/verifiers/outside-verifier.ts';
import type { OutcomeQueue } from '../../outcome-queue.ts';
import type { ToolOutcome } from '../../tool.ts';
import type { EmailRow } from '../definition.ts';
import type { EmailMemory } from '../email-memory.ts';
import type { RequestGroup } from '../group-requests.ts';
import { findOptedOut, type OptOutList } from '../opt-outs.ts';
import { unaskedRow } from '../unasked-row.ts';
import { type Asking, DomainJob } from './domain-job.ts';
import { createMailGroups, type MailGroupParts } from './mail-groups.ts';
import { probeName } from './probe-name.ts';
import { askOutside, recallAsking, type Settled, settleAsking, type Told } from './settle-asking.ts';

export interface FinderParts extends Omit<MailGroupParts, 'conclude' | 'fail' | 'onWait'> {
  hosts: MailHosts;
  outside: readonly OutsideVerifier[];
  memory: EmailMemory;
  optOuts: OptOutList | null;
  /** candidates of a person that are asked about */
  depth: number;
  port25Blocked: boolean;
  random: () => number;
  /** told when all that is open waits for its time, and when work goes on */
  onIdle: (idle: boolean) => void;
}

/** Domains that are looked up at once. */
const DOMAINS_AT_ONCE = 64;

const ROUTE_REASONS = {
  'null-mx': 'refuses-mail',
  'no-domain': 'no-domain',
  'no-mail-host': 'no-mail-server',
  refused: 'not-public',
  undecided: 'domain-unclear',
} as const;

/** Works the requests of one run; resolves when all are settled, rejects when the memory fails or the signal aborts. */
export async function runFinder(
  parts: FinderParts,
  byDomain: ReadonlyMap<string, readonly RequestGroup[]>,
  ready: OutcomeQueue<ToolOutcome<EmailRow>>,
  signal: AbortSignal,
): Promise<void> {
  const { memory } = parts;
  const finished = Promise.withResolvers<void>();
  let open = [...byDomain.values()].reduce((total, requests) => total + requests.length, 0);
  let waiting = 0;
  let idle = false;
  const groups = createMailGroups({ ...parts, conclude, fail: finished.reject, onWait }, signal);

  function onWait(requests: number): void {
    waiting += requests;
    tellIdle();
  }

  function tellIdle(): void {
    const now = open > 0 && waiting === open;
    if (now === idle) return;
    idle = now;
    parts.onIdle(idle);
  }

  async function publish({ positions }: RequestGroup | Asking, { row, news }: Settled): Promise<void> {
    // Remembered before it is told: what is asked twice is asked once of the server.
    if (news.length > 0) await memory.remember(news);
    await ready.room();
    if (signal.aborted) return;
    const found = row.verified_email !== null;
    const known = row.status !== 'unknown';
    for (const [index, position] of positions.entries())
      ready.push({
        position,
        row,
        found,
        failed: !known,
        billable: known && index === 0,
        outcome: row.status,
      });
    open -= 1;
    tellIdle();
    if (open === 0) finished.resolve();
  }

  async function conclude(asking: Asking, job: DomainJob, told: Told): Promise<void> {
    const settled = settleAsking(asking, job, told);
    const better =
      settled.row.status === 'unknown' ? await askOutside(asking, job, parts.outside, signal) : null;
    await publish(asking, better ?? settled);
  }

  async function start(domain: string, all: readonly RequestGroup[]): Promise<void> {
    const optedOut = parts.optOuts ? await findOptedOut(parts.optOuts, all) : new Set<RequestGroup>();
    for (const group of optedOut)
      await publish(group, { row: unaskedRow(group.request.written, 'opted-out', { domain }), news: [] });
    const requests = all.filter((group) => !optedOut.has(group));
    if (requests.length === 0) return;
    const [route, known] = await Promise.all([routeOf(requests, parts.hosts), memory.domain(domain)]);
    const job = new DomainJob({
      domain,
      flags: addressFlags(null, domain),
      hosts: route.ok ? route.hosts : [],
      known,
      probeName: probeName(parts.random),
      depth: parts.depth,
    });
    const askings = requests.map((group) => job.add(group));
    const addresses = askings.flatMap((asking) =>
      job.candidates(asking).map((candidate) => job.addressOf(asking, candidate).toLowerCase()),
    );
    const remembered = await memory.addresses([...new Set(addresses)]);
    for (const asking of askings) {
      asking.known = remembered;
      const settled = job.candidates(asking).length > 0 ? recallAsking(asking, job) : null;
      if (settled) await publish(asking, settled);
      else await begin(asking, job, route);
    }
    groups.enqueue(job);
  }

  /** Concludes what needs no mail server, or cannot have one; the rest waits in the job. */
  async function begin(asking: Asking, job: DomainJob, route: MailRoute): Promise<void> {
    const unasked = (why: Extract<Evidence, { kind: 'unasked' }>['why']): Told => ({
      evidence: { kind: 'unasked', why },
      candidate: null,
      host: null,
      source: null,
    });
    const isPerson = asking.request.kind === 'person';
    if (job.candidates(asking).length === 0)
      return publish(asking, settleAsking(asking, job, unasked('no-name')));
    if (isPerson && (isBigProvider(job.domain) || job.flags.disposable))
      return publish(asking, settleAsking(asking, job, unasked('personal-provider')));
    if (!route.ok) return conclude(asking, job, unasked(ROUTE_REASONS[route.why]));
    if (job.catchAll === 'accepted') {
      const evidence: Evidence = { kind: 'reply', meaning: 'accepted', catchAll: 'accepted' };
      return conclude(asking, job, { evidence, candidate: null, host: null, source: 'memory' });
    }
    if (parts.port25Blocked) return conclude(asking, job, unasked('port-25-blocked'));
    job.pending.push(asking);
  }

  if (open === 0) return;
  signal.addEventListener('abort', () => finished.reject(signal.reason), { once: true });
  const domains = byDomain.entries();
  const feed = async () => {
    for (const [domain, requests] of domains) {
      if (signal.aborted) return;
      await start(domain, requests);
    }
  };
  const feeding = Array.from({ length: Math.min(DOMAINS_AT_ONCE, byDomain.size) }, feed);
  await Promise.all([...feeding, finished.promise]);
}

function routeOf([first]: readonly RequestGroup[], hosts: MailHosts): Promise<MailRoute> {
  const { kind, domain } = first!.request;
  const ip = kind === 'address' ? first!.request.address.ip : null;
  return ip === null ? hosts.find(domain) : hosts.findLiteral(ip);
}
