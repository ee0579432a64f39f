import { writeEmailInput } from '../../tools/email-finder/definition.ts';
import { createEmailFinder } from '../../tools/email-finder/email-finder.ts';
import { createEmailMemory } from '../../tools/email-finder/email-memory.ts';
import { readTold, tell, type Word } from './contender.ts';
import { generateFirms } from './pairs.ts';

/** Leadwell's tool with the limits of the product; only the waits after greylisting are short. */
const { dnsServer, port, addresses = [], firms } = readTold();
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

async function verifyAll(): Promise<{ words: Word[]; ms: number }> {
  const tool = finder();
  const items = addresses.map((address, position) => ({ position, input: writeEmailInput({ address }) }));
  const words: Word[] = [];
  const start = performance.now();
  for await (const { position, row } of tool.run(items, signal)) words[position] = row.status;
  const ms = performance.now() - start;
  await tool.close();
  return { words, ms };
}

async function findAll(order: NonNullable<typeof firms>) {
  const people = generateFirms(order.firms, order.people, order.seed).flatMap(({ domain, people: all }) =>
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
  for (let round = 0; round < order.rounds; round += 1) {
    // A new one each time: nothing is remembered, neither answers nor DNS nor rates.
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
  const ms = times.sort((one, other) => one - other)[Math.floor(times.length / 2)] ?? 0;
  const peakMb = process.resourceUsage().maxRSS / 1000;
  return { words: [], ms, verified, right, people: people.length, heapMb, peakMb };
}

tell(firms ? await findAll(firms) : await verifyAll());
