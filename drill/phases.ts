import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import type { TaskView } from '#contract/tasks.ts';
import { generatedName } from '../e2e/fixtures/generated-sites.ts';
import { companies } from './companies.ts';
import type { Deployment } from './deployment.ts';
import { enrich } from './enrich.ts';
import { type Person, patiently, type Reply, until } from './person.ts';
import type { Random } from './random.ts';
import type { Phase, Round } from './round.ts';
import { webhooks } from './webhooks.ts';

const ROOT = join(import.meta.dirname, '..');
const ASYNC = { prefer: 'respond-async' };
const SITES = 150;
const PERSONS = 20_000;
export const PEOPLE = 950;
/** Leads of one export, and industries of imported leads. */
const EXPORTED = 100;
const INDUSTRIES = 6;
const SEARCH = { apolloUrl: 'https://app.apollo.io/#/people?personTitles[]=sales', recordCount: 1000 };

/** Phases of a task, for every deployment. */
export const TASK_PHASES: Readonly<Record<string, Phase>> = {
  /** A large list is sent and stored in parts. */
  async upload(round) {
    const rows = Array.from({ length: PERSONS }, (_, n) => `A${n},B${n},firm${n}.example`);
    const body = { csv_content: `first_name,last_name,domain\n${rows.join('\n')}\n` };
    const task = await startDuring(round, 'csv-extraction', body, 2500);
    await round.person.call('task-cancel', { id: task.id });
    return [
      ...(task.total === PERSONS ? [] : [`${task.total} of ${PERSONS} rows were stored`]),
      ...(await expectOneTask(round)),
    ];
  },

  /** The request that starts a task is repeated with its Idempotency-Key. */
  async start(round) {
    const task = await startDuring(round, 'website-extraction', { urls: addresses(round) }, 200);
    return [...(await expectCompleted(round, task)), ...(await expectOneTask(round))];
  },

  /** Websites are read. */
  async work(round) {
    const task = await begin(round);
    for (let kills = 1 + round.random.below(3); kills > 0; kills -= 1) await round.killWithin(2000);
    return expectCompleted(round, task);
  },

  /** Rows are stored and charged. */
  async settle(round) {
    const task = await begin(round);
    const from = 1 + round.random.below(SITES - 40);
    const before = await until(
      () => viewTask(round, task.id),
      ({ processed }) => processed >= from,
      'processed rows',
    );
    await round.killWithin(30);
    const after = await viewTask(round, task.id);
    return [
      ...(after.processed < before.processed
        ? [`${before.processed} rows were acknowledged, then there were ${after.processed}`]
        : []),
      ...(await expectCompleted(round, task)),
    ];
  },

  enrich,
  companies,
  webhooks,
};

/** Phases of leads and orders, for the deployment that has the built-in engine of the lead databases. */
export const LEAD_PHASES: Readonly<Record<string, Phase>> = {
  /** Leads are paid for and sent as a file. */
  async export(round) {
    const { person, random } = round;
    // Sample leads would be free.
    const imported = await importLeads(round, 'apollo', EXPORTED * INDUSTRIES);
    if (imported.code !== 0) return [`the import failed: ${imported.stderr}`];
    const filters = { includeIndustries: [`Industry ${random.below(INDUSTRIES)}`] };
    const { count } = await person.call('apollo-lead-export', { action: 'count', filters });
    if (count !== EXPORTED) return [`the drill needs ${EXPORTED} leads, not ${count}`];
    const receiving = person
      .once('apollo-lead-export', { action: 'export', filters }, { accept: 'text/csv' })
      .then((response) => response.text())
      .catch(() => null);
    await round.killWithin(400);
    const file = await receiving;
    const { exports, left } = await accountExports(person);
    const received = file === null ? 0 : file.split('\r\n').length - 2;
    return [
      ...(exports.length > 1 ? [`${exports.length} exports of one request`] : []),
      ...(file !== null && received !== count ? [`${received} of ${count} leads in a complete file`] : []),
      ...(file !== null && left !== 1000 - count
        ? [`a complete file of ${count} leads left ${left} credits`]
        : []),
    ];
  },

  /** Records are bought, and delivered once. */
  async order(round) {
    const { person } = round;
    const { url, orderId } = await person.call('create-stripe-checkout', {
      planId: 'apollo_scraper',
      ...SEARCH,
    });
    await person.call('test-checkout-act', { sessionId: /cs_test_\w+/.exec(url)?.[0], act: 'pay' });
    const starting = patiently(() => person.once('apollo-scraper', SEARCH, ASYNC)).catch(
      (error: Error) => error,
    );
    for (let kills = 1 + round.random.below(2); kills > 0; kills -= 1) await round.killWithin(1500);
    await starting;
    const order = await until(
      () => person.call(`order-status?id=${orderId}`),
      ({ run }: Reply) => run?.status === 'done' || run?.status === 'failed',
      'the order',
    );
    const { run } = order;
    if (run.status !== 'done') return [`the order failed: ${run.error}`];
    const lines = (await (await fetch(run.downloadUrl)).text()).split('\r\n').slice(1, -1);
    const names = lines.map((line) => /^First(\d+),/.exec(line)?.[1]);
    return [
      ...(run.recordsFound === PEOPLE ? [] : [`${run.recordsFound} of ${PEOPLE} records`]),
      ...(new Set(names).size === PEOPLE && names.length === PEOPLE
        ? []
        : [`${names.length} lines in the file`]),
    ];
  },

  /** A lead database is replaced. People see the old leads or the new ones. */
  async import(round) {
    const before = await countLeads(round);
    const leads = 20_000 + round.number;
    const importing = importLeads(round, 'sales_navigator', leads);
    await round.killWithin(2500);
    const { code } = await importing;
    const between = await countLeads(round);
    const again = await importLeads(round, 'sales_navigator', leads);
    const after = await countLeads(round);
    return [
      ...(between === before || between === leads
        ? []
        : [`${between} leads: neither ${before} nor ${leads}`]),
      ...(code === 0 && between !== leads ? [`an import that succeeded left ${between} leads`] : []),
      ...(again.code === 0 ? [] : [`the import failed after the restart: ${again.stderr}`]),
      ...(after === leads ? [] : [`${after} of ${leads} leads after the import`]),
    ];
  },
};

/** Replaces a lead database by this many made-up leads of a few industries. */
function importLeads(round: Round, database: string, leads: number) {
  const file = join(round.deployment.dataDir, 'drill.csv');
  const rows = Array.from(
    { length: leads },
    (_, n) => `Ada${n},Byron,Head of Sales,Firm ${n},Industry ${n % INDUSTRIES},ada${n}@firm${n}.example`,
  );
  writeFileSync(file, `First Name,Last Name,Title,Company,Industry,Email\n${rows.join('\n')}\n`);
  return leadwell(round, ['leads', 'import', file, '-d', database, '-s', 'drill', '-l', 'CC0']);
}

function addresses({ siteUrl }: Round): string[] {
  return Array.from({ length: SITES }, (_, index) => siteUrl(generatedName(index)));
}

function begin(round: Round): Promise<TaskView> {
  return round.person.call('website-extraction', { urls: addresses(round) }, ASYNC);
}

/** Starts a task while a process is killed, and repeats the request with its key until it is answered. */
async function startDuring(round: Round, call: string, body: object, withinMs: number): Promise<TaskView> {
  const headers = { ...ASYNC, 'idempotency-key': `round ${round.number}` };
  const starting = round.person.call(call, body, headers);
  // A failure is reported when it is awaited.
  starting.catch(() => {});
  await round.killWithin(withinMs);
  await starting;
  return round.person.call(call, body, headers);
}

function viewTask({ person }: Round, id: string): Promise<TaskView> {
  return person.call(`task?id=${id}`);
}

async function expectCompleted(round: Round, { id }: TaskView): Promise<string[]> {
  const task = await until(
    () => viewTask(round, id),
    ({ status }) => status !== 'processing' && status !== 'queued',
    'the task',
  );
  const { status, processed, found, creditsused } = task;
  const right = status === 'completed' && processed === SITES && found === SITES && creditsused === SITES;
  return right ? [] : [`the task is ${status}: ${processed} rows, ${found} found, ${creditsused} credits`];
}

async function expectOneTask({ person }: Round): Promise<string[]> {
  const { totalTasks } = await person.call('account');
  return totalTasks === 1 ? [] : [`${totalTasks} tasks of one request`];
}

async function accountExports(person: Person): Promise<{ exports: object[]; left: number }> {
  const { leadExports } = await person.call('account-export');
  const { credits } = await person.call('account');
  return { exports: leadExports, left: credits };
}

async function countLeads(round: Round): Promise<number> {
  const { stdout } = await leadwell(round, ['leads', 'stats']);
  const rows = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { database: string; leads: number });
  return rows.find(({ database }) => database === 'sales_navigator')?.leads ?? -1;
}

/** Runs the `leadwell` command, which the running server carries out. */
async function leadwell(
  { deployment }: Round,
  args: string[],
): Promise<{ code: number | null; stdout: string; stderr: string }> {
  const child = spawn(process.execPath, ['cli/leadwell.mjs', ...args], {
    cwd: ROOT,
    env: { ...process.env, DATA_DIR: deployment.dataDir },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [stdout, stderr, code] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    new Promise<number | null>((resolve) => child.once('exit', resolve)),
  ]);
  return { code, stdout, stderr };
}

/**
 * Kills a process of a deployment at a random moment, and starts it again. `tell` gets what was killed and
 * when.
 */
export async function killAndRestore(
  deployment: Deployment,
  random: Random,
  withinMs: number,
  tell: (text: string) => void,
): Promise<void> {
  const ms = random.below(withinMs);
  await delay(ms);
  tell(`${await deployment.kill(random)} after ${ms} ms`);
  await deployment.restore();
}
