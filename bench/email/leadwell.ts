import { writeEmailInput } from '../../tools/email-finder/definition.ts';
import { createEmailFinder } from '../../tools/email-finder/run/email-finder.ts';
import { createEmailMemory } from '../../tools/email-finder/run/email-memory.ts';
import { readInput, type Verdict, writeResult } from './contender.ts';
import { generateFirms } from './pairs.ts';

/** Leadwell's email finder with the product's limits; only the greylisting waits are shorter. */
const { dnsServer, port, addresses = [], firms } = readInput();
const signal = new AbortController().signal;

function finder() {
  return createEmailFinder({
    dnsServers: [dnsServer],
    allowPrivateNetwork: true,
    smtpPort: port,
    socksProxy: null,
    ehloName: 'bench.leadwell.test',
    mailFrom: 'verify@leadwell.test',
    memory: createEmailMemory(),
    greylistRetryMs: [100, 100, 100],
  });
}

async function verifyAll(): Promise<{ verdicts: Verdict[]; ms: number }> {
  const tool = finder();
  const items = addresses.map((address, position) => ({ position, input: writeEmailInput({ address }) }));
  const verdicts: Verdict[] = [];
  const start = performance.now();
  for await (const { position, row } of tool.run(items, signal))
    verdicts[position] = row.status === 'not_found' ? 'undeliverable' : row.status;
  const ms = performance.now() - start;
  await tool.close();
  return { verdicts, ms };
}

async function findAll(options: NonNullable<typeof firms>) {
  const people = generateFirms(options.firms, options.people, options.seed).flatMap(
    ({ domain, people: all }) =>
      all.map(({ first, last, localPart }) => ({
        input: writeEmailInput({ first_name: first, last_name: last, domain }),
        address: `${localPart}@${domain}`,
      })),
  );
  const items = people.map(({ input }, position) => ({ position, input }));
  const heapMb: number[] = [];
  const times: number[] = [];
  let verified = 0;
  let right = 0;
  for (let round = 0; round < options.rounds; round += 1) {
    // A new finder has no cached results, DNS entries or rates.
    const tool = finder();
    verified = 0;
    right = 0;
    const start = performance.now();
    for await (const { position, row } of tool.run(items, signal)) {
      if (row.verified_email === null) continue;
      verified += 1;
      if (row.verified_email === people[position]?.address) right += 1;
    }
    times.push(performance.now() - start);
    await tool.close();
    globalThis.gc?.();
    heapMb.push(process.memoryUsage().heapUsed / 1e6);
  }
  const ms = times.sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;
  const peakMb = process.resourceUsage().maxRSS / 1000;
  return { verdicts: [], ms, verified, right, people: people.length, heapMb, peakMb };
}

writeResult(firms ? await findAll(firms) : await verifyAll());
