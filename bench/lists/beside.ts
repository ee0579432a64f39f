import { parseArgs } from 'node:util';
import { makeCompanyList, runCompanies } from '../../drill/company-list.ts';
import { deployEmbedded } from '../../drill/deployment.ts';
import { buyUnlimited, type Person, signUp } from '../../drill/person.ts';
import { startFakeWeb } from '../../e2e/fixtures/fake-web.ts';
import { generatedMailRecords, startGeneratedMail } from '../../e2e/fixtures/generated-mail.ts';
import { median } from '../median.ts';

/**
 * `npm run bench:beside [-- --rows 100000 --people 8 --own 20 --rounds 3]`: people who run the recipe "Companies to verified
 * emails" for a few rows each, all at once, alone and beside a person whose list has many rows. Prints how long each of
 * them waits. Exits with 1 if a row is wrong or the large run ends too early to compare.
 */
const { values } = parseArgs({
  args: process.argv.slice(2),
  options: {
    rows: { type: 'string', default: '100000' },
    people: { type: 'string', default: '8' },
    own: { type: 'string', default: '20' },
    rounds: { type: 'string', default: '3' },
  },
});
const ROWS = Number(values.rows);
const OWN = Number(values.own);
const ROUNDS = Number(values.rounds);
const PEOPLE = Number(values.people);
const SITE_DELAY_MS = 20;

const sites = ROWS + (1 + 2 * ROUNDS) * PEOPLE * OWN;
const mail = await startGeneratedMail();
const web = await startFakeWeb({
  generated: { count: sites, delayMs: SITE_DELAY_MS },
  answerName: (name) => generatedMailRecords(name, sites),
});
const env = { SMTP_PORT: String(mail.port), WEB_PORT: String(web.port), LOG_LEVEL: 'error' };
const deployment = await deployEmbedded(env, web.dnsServer);
try {
  const large = await newPerson();
  const people = await Promise.all(Array.from({ length: PEOPLE }, newPerson));
  const list = await makeCompanyList(large, web.port, 0, ROWS);
  console.log(`${ROWS.toLocaleString('en-US')} rows are imported`);
  let next = ROWS;
  /** How long each person waits for their rows, in ms, if all start at once. */
  const round = () =>
    Promise.all(
      people.map((person) => {
        next += OWN;
        return runCompanies(person, web.port, { from: next - OWN, count: OWN });
      }),
    );
  await round();
  const alone: number[] = [];
  for (let index = 0; index < ROUNDS; index += 1) alone.push(...(await round()));
  const run = await large.call('list-run', { id: list });
  const beside: number[] = [];
  const before = await large.call(`task?id=${run.id}`);
  for (let index = 0; index < ROUNDS; index += 1) beside.push(...(await round()));
  const after = await large.call(`task?id=${run.id}`);
  if (after.status !== 'processing') throw new Error(`The large run is ${after.status}. Use more rows.`);
  print('alone', alone);
  print('beside', beside);
  console.log(
    `ratio of the medians ${(median(beside) / median(alone)).toFixed(2)}; the large run went on from ${before.processed} to ${after.processed} cells`,
  );
} finally {
  await deployment.stop();
  await Promise.all([web.close(), mail.close()]);
}

async function newPerson(): Promise<Person> {
  const person = await signUp(deployment);
  await buyUnlimited(person);
  return person;
}

function print(what: string, times: readonly number[]): void {
  const seconds = (ms: number) => (ms / 1000).toFixed(1);
  console.log(`${what}: median ${seconds(median(times))} s, slowest ${seconds(Math.max(...times))} s`);
}
