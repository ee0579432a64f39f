import { parseArgs } from 'node:util';
import { ended, expectedCompany, runCompanies } from '../../drill/company-list.ts';
import { deployEmbedded } from '../../drill/deployment.ts';
import { buyUnlimited, type Person, type Reply, signUp } from '../../drill/person.ts';
import { startFakeWeb } from '../../e2e/fixtures/fake-web.ts';
import { generatedMailRecords, startGeneratedMail } from '../../e2e/fixtures/generated-mail.ts';
import { GOALS_COUNT, reportFigure } from '../figures.ts';
import { median } from '../median.ts';

/**
 * `npm run bench:recipe [-- --companies 1000 --rounds 3]`: the recipe "Companies to verified emails" in a list, against its
 * three tools started one after another, each with the results of the one before. Rounds take turns and have their own
 * companies. Exits with 1 if a row is wrong, or if the list is slower than 85% of the tools.
 */
const { values } = parseArgs({
  args: process.argv.slice(2),
  options: {
    companies: { type: 'string', default: '1000' },
    rounds: { type: 'string', default: '3' },
  },
});
const COMPANIES = Number(values.companies);
const ROUNDS = Number(values.rounds);
const GOAL = 0.85;
const ASYNC = { prefer: 'respond-async' };
const SITE_DELAY_MS = 20;
const ROWS_PER_PAGE = 200;

const sites = 2 * ROUNDS * COMPANIES;
const mail = await startGeneratedMail();
const web = await startFakeWeb({
  generated: { count: sites, delayMs: SITE_DELAY_MS },
  answerName: (name) => generatedMailRecords(name, sites),
});
const env = { SMTP_PORT: String(mail.port), WEB_PORT: String(web.port), LOG_LEVEL: 'error' };
const deployment = await deployEmbedded(env, web.dnsServer);
try {
  const person = await signUp(deployment);
  await buyUnlimited(person);
  const byHand: number[] = [];
  const inList: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    byHand.push(await runTools(person, 2 * round * COMPANIES));
    inList.push(
      await runCompanies(person, web.port, { from: (2 * round + 1) * COMPANIES, count: COMPANIES }),
    );
    console.log(
      `round ${round + 1}: one after another ${perSecond(byHand)}, in a list ${perSecond(inList)} companies per second`,
    );
  }
  const ratio = median(byHand) / median(inList);
  console.log(`A list has ${(ratio * 100).toFixed(0)}% of the throughput of its tools (goal ${GOAL * 100}%)`);
  // The same code had 1.8 to 3.5 times the throughput of the tools within an hour.
  reportFigure('lists: companies per second, recipe / its tools one after another', ratio, 'higher', {
    limit: GOAL,
    tolerance: 2.5,
  });
  if (GOALS_COUNT && ratio < GOAL) process.exitCode = 1;
} finally {
  await deployment.stop();
  await Promise.all([web.close(), mail.close()]);
}

/** Starts the three tools one after another. Returns how long they worked, in ms. */
async function runTools(person: Person, from: number): Promise<number> {
  const names = Array.from({ length: COMPANIES }, (_, n) => expectedCompany(from + n).name);
  const domains = await runTool(person, 'company-to-domain', { company_names: names });
  const urls = domains.rows.flatMap(({ domain }) => (domain ? [`http://${domain}:${web.port}/`] : []));
  const contacts = await runTool(person, 'website-extraction', { urls });
  const emails = contacts.rows.flatMap(({ company_email }) => (company_email ? [company_email] : []));
  const verified = await runTool(person, 'csv-extraction', { csv_content: `email\n${emails.join('\n')}\n` });
  const found = verified.rows.filter(({ status }) => status === 'deliverable').length;
  const expected = names.filter((_, n) => expectedCompany(from + n).email !== null).length;
  if (found !== expected) throw new Error(`The tools verified ${found} of ${expected} emails.`);
  return domains.ms + contacts.ms + verified.ms;
}

async function runTool(person: Person, call: string, body: object): Promise<{ ms: number; rows: Reply[] }> {
  const startedAt = performance.now();
  const { id } = await person.call(call, body, ASYNC);
  await ended(person, id);
  const ms = performance.now() - startedAt;
  const rows: Reply[] = [];
  let after = '';
  do {
    const page = await person.call(`task-rows?id=${id}&limit=${ROWS_PER_PAGE}${after}`);
    rows.push(...page.rows.map(({ row }: Reply) => row));
    after = page.next === null ? '' : `&after=${encodeURIComponent(page.next)}`;
  } while (after);
  return { ms, rows };
}

function perSecond(times: readonly number[]): string {
  return (COMPANIES / ((times.at(-1) ?? 0) / 1000)).toFixed(1);
}
