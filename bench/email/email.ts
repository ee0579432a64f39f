import { parseArgs } from 'node:util';
import { benchBehaviors, FAKE, type JudgedDomain, REAL } from '../../e2e/fixtures/mail-world/behaviors.ts';
import { GOALS_COUNT, reportFigure } from '../figures.ts';
import { installPeers } from '../peers.ts';
import { runContender, type Verdict } from './contender.ts';
import {
  type DomainReport,
  type MailWorldProcess,
  startMailWorldProcess,
  type WorldOptions,
} from './mail-world-process.ts';
import { generateFirms } from './pairs.ts';
import { measureRanking, type Recall } from './ranking.ts';

/**
 * `npm run bench:email [-- --only behaviors|speed|ranking --banner-ms 12000 --firms 200 --people 10]`:
 * verdicts on fourteen mail server behaviors, people per second, and the quality of candidate ranking. The
 * mail world runs in a separate process; each contender gets a new one.
 */
const { values } = parseArgs({
  args: process.argv.slice(2),
  options: {
    only: { type: 'string' },
    // More than the peers' timeout of ten seconds.
    'banner-ms': { type: 'string', default: '12000' },
    firms: { type: 'string', default: '200' },
    people: { type: 'string', default: '10' },
    rounds: { type: 'string', default: '5' },
    // Addresses for the peers. They work one by one, so the number doesn't affect their rate.
    sample: { type: 'string', default: '100' },
  },
});
const PEERS = ['deep-email-validator', 'email-deep-validator'];
const REPLY_DELAY_MS = 20;
const SEED = 5;
let failed = false;

if (values.only !== 'ranking') for (const peer of PEERS) installPeers(peer);
if (!values.only || values.only === 'behaviors') await behaviors();
if (!values.only || values.only === 'speed') await speed();
if (!values.only || values.only === 'ranking') ranking();
process.exitCode = failed ? 1 : 0;

/** Prints a failed expectation and makes the benchmark fail. */
function check(passed: boolean, expectation: string): void {
  if (passed) return;
  failed = true;
  console.log(`FAILED: ${expectation}`);
}

async function inWorld<T>(
  options: WorldOptions,
  work: (world: MailWorldProcess) => Promise<T>,
): Promise<[T, DomainReport[]]> {
  const world = await startMailWorldProcess(options);
  try {
    return [await work(world), await world.report()];
  } finally {
    await world.stop();
  }
}

async function behaviors(): Promise<void> {
  const bannerDelayMs = Number(values['banner-ms']);
  const domains = benchBehaviors(bannerDelayMs);
  const addresses = domains.flatMap(({ name }) => [`${REAL}@${name}`, `${FAKE}@${name}`]);
  const verdicts = new Map<string, Verdict[]>();
  for (const name of ['Leadwell', ...PEERS]) {
    const [measured, reports] = await inWorld({ bannerDelayMs }, ({ dnsServer, port }) =>
      name === 'Leadwell'
        ? runContender('leadwell', [], { dnsServer, port, addresses })
        : runContender('peer', [name], { dnsServer, port, addresses }),
    );
    verdicts.set(name, measured.verdicts);
    if (name === 'Leadwell') reportPoliteness(reports);
  }
  console.log(`Verdicts on ${domains.length} behaviors, real / made-up mailbox (! means wrong)`);
  for (const [index, domain] of domains.entries()) {
    const cells = [...verdicts].map(([name, all]) =>
      [0, 1]
        .map((which) => cell(name, domain, which, all[2 * index + which]))
        .join(' / ')
        .padEnd(31),
    );
    console.log(`  ${domain.name.padEnd(22)}${cells.join(' ')}${domain.about}`);
  }
  for (const [name, all] of verdicts) {
    const marks = domains.flatMap((domain, index) =>
      [0, 1].map((which) => isRight(name, domain, which, all[2 * index + which])),
    );
    const right = marks.filter(Boolean).length;
    if (name === 'Leadwell') reportFigure('email: wrong verdicts', marks.length - right, 'lower');
    const falsePositives = domains.filter(
      ({ real, fake }, index) =>
        (all[2 * index] === 'deliverable' && real !== 'deliverable') ||
        (all[2 * index + 1] === 'deliverable' && fake !== 'deliverable'),
    ).length;
    console.log(
      `  ${name.padEnd(22)}${right} of ${marks.length} correct, ${falsePositives} behaviors with a false "deliverable"`,
    );
    if (name !== 'Leadwell') continue;
    check(right === marks.length, 'all verdicts are correct');
    check(falsePositives === 0, 'no false "deliverable"');
  }
}

function cell(name: string, domain: JudgedDomain, which: number, verdict: Verdict | undefined): string {
  return `${verdict ?? '-'}${isRight(name, domain, which, verdict) ? '' : '!'}`;
}

/**
 * Leadwell must give the exact verdict. The peers have no "risky", and one has no "unknown", so for them any
 * verdict counts as correct unless it calls a real mailbox undeliverable or a made-up one deliverable.
 */
function isRight(name: string, domain: JudgedDomain, which: number, verdict: Verdict | undefined): boolean {
  const truth = which === 0 ? domain.real : domain.fake;
  if (verdict === truth) return true;
  if (name === 'Leadwell' || truth === 'deliverable' || truth === 'undeliverable') return false;
  return verdict !== (which === 0 ? 'undeliverable' : 'deliverable');
}

function reportPoliteness(reports: readonly DomainReport[]): void {
  const max = (of: (report: DomainReport) => number) => Math.max(0, ...reports.map(of));
  console.log(
    `Leadwell as seen by the servers, at most: ${max(({ maxOpen }) => maxOpen)} connections, ` +
      `${max(({ maxRefusals }) => maxRefusals)} refusals per session, ${max(({ data }) => data)} DATA, ` +
      `${max(({ probes }) => probes)} probes and ${max(({ mxQueries }) => mxQueries)} MX queries per domain`,
  );
  check(max(({ data }) => data) === 0, 'no DATA');
  check(max(({ maxOpen }) => maxOpen) <= 2, 'at most two connections per server');
  check(max(({ maxRefusals }) => maxRefusals) <= 8, 'at most eight refusals per session');
  check(max(({ mxQueries }) => mxQueries) <= 1, 'one MX query per domain');
}

async function speed(): Promise<void> {
  const options = {
    firms: Number(values.firms),
    people: Number(values.people),
    seed: SEED,
    replyDelayMs: REPLY_DELAY_MS,
  };
  const rates = new Map<string, number>();
  console.log(
    `${options.firms * options.people} people at ${options.firms} domains, each reply after ${REPLY_DELAY_MS} ms`,
  );
  const once = await inWorld(options, ({ dnsServer, port }) =>
    runContender('leadwell', [], { dnsServer, port, firms: { ...options, rounds: 1 } }),
  );
  reportPoliteness(once[1]);
  check(Math.max(...once[1].map(({ probes }) => probes)) <= 1, 'one catch-all probe per domain');
  const [measured] = await inWorld(options, ({ dnsServer, port }) =>
    runContender('leadwell', [], { dnsServer, port, firms: { ...options, rounds: Number(values.rounds) } }),
  );
  const { people = 0, verified = 0, right = 0, ms, heapMb = [], peakMb = 0 } = measured;
  rates.set('Leadwell', people / (ms / 1000));
  const heaps = heapMb.map((heap) => heap.toFixed(0)).join(', ');
  console.log(
    `  Leadwell finds them by name: ${verified} verified, ${right} of them correct; ` +
      `heap after each round ${heaps} MB, peak ${peakMb.toFixed(0)} MB`,
  );
  check((heapMb.at(-1) ?? 0) < (heapMb[0] ?? 0) * 1.2 + 5, 'memory stays flat');
  const addresses = generateFirms(options.firms, options.people, SEED)
    .flatMap(({ domain, people: all }) => all.map(({ localPart }) => `${localPart}@${domain}`))
    .slice(0, Number(values.sample));
  for (const name of PEERS) {
    const [peer] = await inWorld(options, ({ dnsServer, port }) =>
      runContender('peer', [name], { dnsServer, port, addresses }),
    );
    rates.set(name, addresses.length / (peer.ms / 1000));
  }
  for (const [name, rate] of rates) {
    const times = (rates.get('Leadwell') ?? 0) / rate;
    if (name !== 'Leadwell') reportFigure(`email: people per second / ${name}`, times, 'higher');
    const verb = name === 'Leadwell' ? 'finds' : 'verifies the correct address of';
    console.log(
      `  ${name.padEnd(22)}${verb} ${rate.toFixed(1)} people per second${name === 'Leadwell' ? '' : `: Leadwell is ${times.toFixed(0)} times as fast (goal 20)`}`,
    );
    check(!GOALS_COUNT || name === 'Leadwell' || times >= 20, `20 times as fast as ${name}`);
  }
}

function ranking(): void {
  const { people, alone, learned } = measureRanking(2_000, SEED);
  const format = ({ at1, at3, at8 }: Recall) =>
    [at1, at3, at8].map((share, index) => `${(share * 100).toFixed(1)}% at ${[1, 3, 8][index]}`).join(', ');
  console.log(`Ranking of ${people} generated pairs`);
  console.log(`  with only the published shares       ${format(alone)}`);
  console.log(`  with three known pairs of the firm   ${format(learned)}`);
  reportFigure('email: first guess right, with known people / without', learned.at1 / alone.at1, 'higher');
  const points = (learned.at1 - alone.at1) * 100;
  console.log(`  learning improves the first guess by ${points.toFixed(1)} points (goal 20)`);
  check(points >= 20, 'learning improves the first guess by 20 points');
}
