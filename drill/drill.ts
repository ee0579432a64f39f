import { parseArgs } from 'node:util';
import { apolloPerson, startFakeApollo } from '../e2e/fixtures/fake-apollo.ts';
import { startFakeWeb } from '../e2e/fixtures/fake-web.ts';
import { generatedMailRecords, startGeneratedMail } from '../e2e/fixtures/generated-mail.ts';
import { findPostgres, startTestPostgres } from '../server/platform/database/test-postgres.ts';
import { checkAccount } from './check-account.ts';
import { type Deployment, deployEmbedded, deployOnPostgres } from './deployment.ts';
import { signUp } from './person.ts';
import { killAndRestore, LEAD_PHASES, PEOPLE, TASK_PHASES } from './phases.ts';
import { createRandom } from './random.ts';
import type { Phase } from './round.ts';
import { TRAP } from './webhooks.ts';

/**
 * `npm run drill [-- --rounds 50 --seed 1 --only companies --companies 10000]`: kills the real processes with SIGKILL at random
 * moments of every phase, starts them again, and checks after each round that no row is lost and nothing is
 * charged twice. Uses the embedded server and, where PostgreSQL is installed, a server with three workers. All
 * traffic stays on loopback. Exits with 1 if anything broke; the same seed repeats the same moments.
 */
export async function main(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      rounds: { type: 'string', default: '50' },
      seed: { type: 'string', default: '1' },
      only: { type: 'string' },
      companies: { type: 'string', default: '200' },
    },
  });
  const broken = await drill({
    rounds: Number(values.rounds),
    seed: Number(values.seed),
    only: values.only,
    companies: Number(values.companies),
    print: console.log,
  });
  console.log(
    broken === 0 ? 'Nothing broke.' : `${broken} rounds broke something. Repeat with --seed ${values.seed}.`,
  );
  process.exitCode = broken === 0 ? 0 : 1;
}

/** Returns how many rounds broke something. `print` gets one line per round. */
export async function drill(options: {
  rounds: number;
  seed: number;
  /** a phase, instead of all in turn */
  only?: string | undefined;
  /** companies of the phase that works a list of them */
  companies: number;
  print: (line: string) => void;
}): Promise<number> {
  const random = createRandom(options.seed);
  const sites = Math.max(200, options.companies);
  const mail = await startGeneratedMail();
  const web = await startFakeWeb({
    sites: [TRAP],
    generated: { count: sites, delayMs: 20 },
    answerName: (name) => generatedMailRecords(name, sites),
  });
  const people = Array.from({ length: PEOPLE }, (_, n) => apolloPerson(n));
  const apollo = await startFakeApollo(() => people);
  const env = {
    APOLLO_API_KEY: apollo.key,
    APOLLO_API_BASE: apollo.url,
    CRAWL_CONCURRENCY: '24',
    LOG_LEVEL: 'error',
    SMTP_PORT: String(mail.port),
    WEB_PORT: String(web.port),
  };
  const bin = findPostgres();
  const postgres = bin ? await startTestPostgres(bin) : null;
  const embedded = await deployEmbedded(env, web.dnsServer);
  const deployed: [Deployment, string, Phase][] = Object.entries({ ...TASK_PHASES, ...LEAD_PHASES }).map(
    ([name, phase]) => [embedded, name, phase],
  );
  const onPostgres = postgres
    ? await deployOnPostgres(
        {
          databaseUrl: postgres.url.replace(/postgres$/, 'leadwell_template'),
          restartDatabase: postgres.restart,
        },
        env,
        web.dnsServer,
      )
    : null;
  if (onPostgres)
    for (const [name, phase] of Object.entries(TASK_PHASES)) deployed.push([onPostgres, name, phase]);
  const chosen = deployed.filter(([, name]) => name === (options.only ?? name));
  let broken = 0;
  try {
    for (let number = 1; number <= options.rounds; number += 1) {
      const [deployment, name, phase] = chosen[(number - 1) % chosen.length] ?? random.pick(chosen);
      const kills: string[] = [];
      const wrong = await runRound(phase, deployment, number, kills);
      if (wrong.length > 0) broken += 1;
      const killed = kills.join(', ') || 'nothing';
      options.print(
        `round ${number}: ${name} on ${deployment.name}: killed ${killed}: ${wrong.join('; ') || 'nothing broke'}`,
      );
    }
  } finally {
    await Promise.all([embedded.stop(), onPostgres?.stop()]);
    await Promise.all([web.close(), mail.close(), apollo.close(), postgres?.stop()]);
  }
  return broken;

  async function runRound(
    phase: Phase,
    deployment: Deployment,
    number: number,
    kills: string[],
  ): Promise<string[]> {
    const killWithin = (withinMs: number) =>
      killAndRestore(deployment, random, withinMs, (text) => kills.push(text));
    try {
      const person = await signUp(deployment);
      const { print, companies } = options;
      const { siteUrl } = web;
      const round = { deployment, person, random, number, companies, print, siteUrl, killWithin };
      return [...(await phase(round)), ...(await checkAccount(person))];
    } catch (error) {
      await deployment.restore();
      return [error instanceof Error ? error.message : String(error)];
    }
  }
}
