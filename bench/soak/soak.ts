import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { generatedName } from '../../e2e/fixtures/generated-sites.ts';
import { startLeadwell } from '../../e2e/fixtures/leadwell-server.ts';
import { startFakeWebProcess } from '../fake-web.ts';
import { newPerson, type Person } from './person.ts';
import { databaseBytes, LIMITS, readSample } from './read-sample.ts';
import { fitSlopes, type Sample } from './slopes.ts';

/**
 * `npm run soak [-- --hours 8 --people 4 --out soak.ndjson]`: people work on an embedded server, with sites on loopback, as
 * fast as it lets them. Reads memory, handles, event loop, requests, tables, queue and log again and again, writes each
 * sample to the file, and fits a line through each at the end. Exits with 1 if one grows faster than its limit, or if a
 * request or a task failed.
 */
const { values } = parseArgs({
  args: process.argv.slice(2),
  options: {
    hours: { type: 'string', default: '8' },
    people: { type: 'string', default: '4' },
    out: { type: 'string', default: 'soak.ndjson' },
  },
});
const HOUR_MS = 3_600_000;
const SITES = 500;
const ITEMS_PER_TASK = 25;
const PAUSE_MS = 1000;
const TOKEN = 'the-token-of-the-soak';
const runMs = Number(values.hours) * HOUR_MS;
/** 60 samples at least, and one a minute in a long run. */
const sampleMs = Math.min(60_000, runMs / 60);

const web = await startFakeWebProcess(SITES);
const dataDir = mkdtempSync(join(tmpdir(), 'leadwell-soak-'));
const server = await startLeadwell({
  dataDir,
  dnsServer: web.dnsServer,
  asInProduction: true,
  env: {
    LOG_LEVEL: 'warn',
    METRICS_TOKEN: TOKEN,
    STORED_ROWS_PER_ACCOUNT: '1000000000',
    STORED_MB_PER_ACCOUNT: '1000000',
  },
});
const samples: Sample[] = [];
const failures: string[] = [];
let latencies: number[] = [];
let items = 0;
try {
  const secrets = JSON.parse(readFileSync(join(dataDir, 'secrets.json'), 'utf8')) as { ADMIN_KEY: string };
  const people = await Promise.all(
    Array.from({ length: Number(values.people) }, (_, n) =>
      newPerson(server, { email: `person${n}@soak.example.com`, adminKey: secrets.ADMIN_KEY }),
    ),
  );
  const bytesBefore = await databaseBytes(server);
  const startedAt = performance.now();
  const isOver = () => performance.now() - startedAt >= runMs || failures.length > 0;
  const working = people.map((person, n) => workUntil(isOver, person, n));
  while (!isOver()) {
    await delay(sampleMs);
    const seen = latencies;
    latencies = [];
    const sample = await readSample(server, TOKEN, { latencies: seen, bytesBefore });
    const hours = (performance.now() - startedAt) / HOUR_MS;
    items = sample.items;
    samples.push({ hours, values: sample.values });
    appendFileSync(values.out, `${JSON.stringify({ hours, ...sample })}\n`);
  }
  await Promise.all(working);
} finally {
  await server.stop();
  await web.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
report();

/** A person starts one task after the other, with other sites each time. */
async function workUntil(isOver: () => boolean, person: Person, number: number): Promise<void> {
  for (let round = 0; !isOver(); round += 1) {
    const first = (number * 131 + round * ITEMS_PER_TASK) % SITES;
    const urls = Array.from(
      { length: ITEMS_PER_TASK },
      (_, n) => `http://${generatedName((first + n) % SITES)}:${web.port}/`,
    );
    try {
      await person.work(urls, (ms) => void latencies.push(ms));
    } catch (error) {
      failures.push(String(error));
    }
    await delay(PAUSE_MS);
  }
}

function report(): void {
  const slopes = fitSlopes(samples, LIMITS);
  const number = (value: number) => value.toFixed(Math.abs(value) < 10 ? 2 : 0);
  console.log(`${values.hours} hours, ${values.people} people, ${items} items, ${samples.length} samples`);
  for (const { name, unit, mean, last, perHour, limit, isOver } of slopes)
    console.log(
      `${isOver ? 'OVER' : 'ok  '} ${name}: ${number(mean)} ${unit} on average, ${number(last)} at the end, ${number(perHour)} per hour (limit ${limit})`,
    );
  for (const failure of failures) console.log(`FAILED ${failure}`);
  if (failures.length > 0 || slopes.some(({ isOver }) => isOver)) process.exitCode = 1;
}
