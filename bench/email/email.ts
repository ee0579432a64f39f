import { parseArgs } from 'node:util';
import { benchBehaviours, FAKE, type JudgedDomain, REAL } from '../../e2e/fixtures/mail-world/behaviours.ts';
import { installPeers } from '../peers.ts';
import { runContender, type Word } from './contender.ts';
import {
  type DomainReport,
  type MailWorldProcess,
  startMailWorldProcess,
  type WorldOrder,
} from './mail-world-process.ts';
import { generateFirms } from './pairs.ts';
import { measureRanking, type Recall } from './ranking.ts';

/**
 * `npm run bench:email [-- --only behaviours|speed|ranking --banner-ms 12000 --firms 200 --people 10]`: verdicts on
 * fourteen behaviours of mail servers, people per second, and how well candidates are ranked. The mail world runs in a process
 * of its own; every contender meets a fresh one.
 */
const { values } = parseArgs({
  args: process.argv.slice(2),
  options: {
    only: { type: 'string' },
    // Beyond the ten seconds after which the peers give up.
    'banner-ms': { type: 'string', default: '12000' },
    firms: { type: 'string', default: '200' },
    people: { type: 'string', default: '10' },
    rounds: { type: 'string', default: '5' },
    // How many people the peers are called for: one by one, their rate does not depend on it.
    sample: { type: 'string', default: '100' },
  },
});
const PEERS = ['deep-email-validator', 'email-deep-validator'];
const REPLY_DELAY_MS = 20;
const SEED = 5;
let failed = false;

if (values.only !== 'ranking') for (const peer of PEERS) installPeers(peer);
if (!values.only || values.only === 'behaviours') await behaviours();
if (!values.only || values.only === 'speed') await speed();
if (!values.only || values.only === 'ranking') ranking();
process.exitCode = failed ? 1 : 0;

/** Whether what must hold does; says so where not. */
function demand(holds: boolean, what: string): void {
  if (holds) return;
  failed = true;
  console.log(`NOT HELD: ${what}`);
}

async function inWorld<T>(
  order: WorldOrder,
  work: (world: MailWorldProcess) => Promise<T>,
): Promise<[T, DomainReport[]]> {
  const world = await startMailWorldProcess(order);
  try {
    return [await work(world), await world.report()];
  } finally {
    await world.stop();
  }
}

async function behaviours(): Promise<void> {
  const bannerDelayMs = Number(values['banner-ms']);
  const domains = benchBehaviours(bannerDelayMs);
  const addresses = domains.flatMap(({ name }) => [`${REAL}@${name}`, `${FAKE}@${name}`]);
  const words = new Map<string, Word[]>();
  for (const name of ['Leadwell', ...PEERS]) {
    const [measured, reports] = await inWorld({ bannerDelayMs }, ({ dnsServer, port }) =>
      name === 'Leadwell'
        ? runContender('leadwell', [], { dnsServer, port, addresses })
        : runContender('peer', [name], { dnsServer, port, addresses }),
    );
    words.set(name, measured.words);
    if (name === 'Leadwell') restraint(reports);
  }
  console.log(`Verdicts on ${domains.length} behaviours, real / made-up mailbox (! is wrong)`);
  for (const [index, domain] of domains.entries()) {
    const cells = [...words].map(([name, all]) =>
      [0, 1]
        .map((which) => cell(name, domain, which, all[2 * index + which]))
        .join(' / ')
        .padEnd(31),
    );
    console.log(`  ${domain.name.padEnd(22)}${cells.join(' ')}${domain.about}`);
  }
  for (const [name, all] of words) {
    const marks = domains.flatMap((domain, index) =>
      [0, 1].map((which) => isRight(name, domain, which, all[2 * index + which])),
    );
    const right = marks.filter(Boolean).length;
    const falsely = domains.filter(
      ({ real, fake }, index) =>
        (all[2 * index] === 'deliverable' && real !== 'deliverable') ||
        (all[2 * index + 1] === 'deliverable' && fake !== 'deliverable'),
    ).length;
    console.log(
      `  ${name.padEnd(22)}${right} of ${marks.length} right, ${falsely} behaviours with a false "deliverable"`,
    );
    if (name !== 'Leadwell') continue;
    demand(right === marks.length, 'all verdicts right');
    demand(falsely === 0, 'no false "deliverable"');
  }
}

function cell(name: string, domain: JudgedDomain, which: number, word: Word | undefined): string {
  return `${word ?? '-'}${isRight(name, domain, which, word) ? '' : '!'}`;
}

/**
 * Leadwell has to say exactly what is true. Peers have no word for risky, one has none for unknown: there everything is
 * right that does not call a real mailbox undeliverable or a made-up one deliverable.
 */
function isRight(name: string, domain: JudgedDomain, which: number, word: Word | undefined): boolean {
  const truth = which === 0 ? domain.real : domain.fake;
  if (word === truth) return true;
  if (name === 'Leadwell' || truth === 'deliverable' || truth === 'undeliverable') return false;
  return word !== (which === 0 ? 'undeliverable' : 'deliverable');
}

function restraint(reports: readonly DomainReport[]): void {
  const most = (of: (report: DomainReport) => number) => Math.max(0, ...reports.map(of));
  console.log(
    `Leadwell as the servers saw it: ${most(({ maxOpen }) => maxOpen)} connections at most, ` +
      `${most(({ maxRefusals }) => maxRefusals)} refusals in a session at most, ${most(({ data }) => data)} DATA, ` +
      `${most(({ probes }) => probes)} probes and ${most(({ mxQueries }) => mxQueries)} MX queries of a domain at most`,
  );
  demand(most(({ data }) => data) === 0, 'no DATA');
  demand(most(({ maxOpen }) => maxOpen) <= 2, 'two connections to a server at most');
  demand(most(({ maxRefusals }) => maxRefusals) <= 8, 'eight refusals in a session at most');
  demand(most(({ mxQueries }) => mxQueries) <= 1, 'DNS asked once for a domain');
}

async function speed(): Promise<void> {
  const order = {
    firms: Number(values.firms),
    people: Number(values.people),
    seed: SEED,
    replyDelayMs: REPLY_DELAY_MS,
  };
  const rates = new Map<string, number>();
  console.log(
    `${order.firms * order.people} people at ${order.firms} domains, each reply after ${REPLY_DELAY_MS} ms`,
  );
  const once = await inWorld(order, ({ dnsServer, port }) =>
    runContender('leadwell', [], { dnsServer, port, firms: { ...order, rounds: 1 } }),
  );
  restraint(once[1]);
  demand(Math.max(...once[1].map(({ probes }) => probes)) <= 1, 'one catch-all probe for a domain');
  const [measured] = await inWorld(order, ({ dnsServer, port }) =>
    runContender('leadwell', [], { dnsServer, port, firms: { ...order, rounds: Number(values.rounds) } }),
  );
  const { people = 0, verified = 0, right = 0, ms, heapMb = [], peakMb = 0 } = measured;
  rates.set('Leadwell', people / (ms / 1000));
  const heaps = heapMb.map((heap) => heap.toFixed(0)).join(', ');
  console.log(
    `  Leadwell finds them by name: ${verified} verified, ${right} of them the person's own; ` +
      `heap after each round ${heaps} MB, ${peakMb.toFixed(0)} MB at most`,
  );
  demand((heapMb.at(-1) ?? 0) < (heapMb[0] ?? 0) * 1.2 + 5, 'memory flat');
  const addresses = generateFirms(order.firms, order.people, SEED)
    .flatMap(({ domain, people: all }) => all.map(({ localPart }) => `${localPart}@${domain}`))
    .slice(0, Number(values.sample));
  for (const name of PEERS) {
    const [peer] = await inWorld(order, ({ dnsServer, port }) =>
      runContender('peer', [name], { dnsServer, port, addresses }),
    );
    rates.set(name, addresses.length / (peer.ms / 1000));
  }
  for (const [name, rate] of rates) {
    const times = (rates.get('Leadwell') ?? 0) / rate;
    const does = name === 'Leadwell' ? 'finds' : 'verifies the right address of';
    console.log(
      `  ${name.padEnd(22)}${does} ${rate.toFixed(1)} people a second${name === 'Leadwell' ? '' : `: Leadwell is ${times.toFixed(0)} times as fast (goal 20)`}`,
    );
    demand(name === 'Leadwell' || times >= 20, `20 times the people of ${name}`);
  }
}

function ranking(): void {
  const { people, alone, learned } = measureRanking(2_000, SEED);
  const shown = ({ at1, at3, at8 }: Recall) =>
    [at1, at3, at8].map((share, index) => `${(share * 100).toFixed(1)}% at ${[1, 3, 8][index]}`).join(', ');
  console.log(`Ranking of ${people} generated pairs`);
  console.log(`  by the published shares alone      ${shown(alone)}`);
  console.log(`  with three pairs of the firm known ${shown(learned)}`);
  const points = (learned.at1 - alone.at1) * 100;
  console.log(`  learning lifts the first guess by  ${points.toFixed(1)} points (goal 20)`);
  demand(points >= 20, 'learning lifts the first guess by 20 points');
}
