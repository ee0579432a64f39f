import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, expect, it, vi } from 'vitest';
import { openTestDatabase } from '../platform/test-database.ts';

const URLS = 500;
const KILLS = 3;

/** A worker on the database that its environment names; it starts the task when there is none and says how far it is. */
const PROCESS = `
  const [, environment, root] = process.argv;
  const load = (path) => import(root + path);
  const { parseConfig } = await load('server/config.ts');
  const { openDeps } = await load('server/deps.ts');
  const { startTask } = await load('server/tasks/start-task.ts');
  const { startWorker } = await load('server/tasks/worker/worker.ts');
  const { createAccount } = await load('server/accounts/account.ts');
  const { transaction } = await load('server/platform/db.ts');
  const deps = await openDeps(parseConfig({ LOG_LEVEL: 'error', CRAWL_CONCURRENCY: '40', ...JSON.parse(environment) }));
  const { db } = deps.database;
  const say = (message) => process.stdout.write(JSON.stringify(message) + '\\n');
  let task = await db.selectFrom('tasks').selectAll().executeTakeFirst();
  if (!task) {
    const { id } = await transaction(db, (tx) => createAccount(tx, deps, {
      email: 'p@example.com', passwordHash: 'none', userMetadata: {}, now: new Date(), firstCredits: 1000, reason: 'sign-up',
    }));
    task = await startTask(deps, {
      accountId: id, type: 'website-extraction', claim: null, shardKey: (url) => new URL(url).hostname,
      inputs: Array.from({ length: ${URLS} }, (_, n) => 'https://s' + n + '.com/?ms=' + (20 + n)),
    });
  }
  await startWorker(deps, { registry: root + 'server/tasks/worker/scripted-tool.ts' });
  for (;;) {
    const { status, processed } = await db.selectFrom('tasks').select(['status', 'processed']).executeTakeFirstOrThrow();
    say({ status, processed });
    if (status !== 'processing') break;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  const items = await db.selectFrom('task_items').select(['position', 'status', 'row', 'charge']).orderBy('position').execute();
  const entries = await db.selectFrom('credit_entries').select(['item_position', 'amount']).where('task_id', '=', task.id).execute();
  const { balance } = await db.selectFrom('accounts').select('balance').executeTakeFirstOrThrow();
  say({
    urls: items.map(({ row }) => row?.url), charges: items.map(({ charge }) => charge), balance,
    charged: entries.map(({ item_position }) => item_position).sort((a, b) => a - b),
  });
  process.exit(0);
`;

const dataDir = mkdtempSync(join(tmpdir(), 'leadwell-crash-'));
const root = new URL('../../', import.meta.url).href;
const children: ChildProcess[] = [];

afterAll(() => {
  for (const child of children) child.kill('SIGKILL');
  rmSync(dataDir, { recursive: true, force: true });
});

interface Said {
  status?: string;
  processed: number;
  urls: (string | undefined)[];
  charges: number[];
  charged: number[];
  balance: number;
}

/** Runs the process, kills it when the task has settled so many rows, and answers the last thing it said. */
async function run(environment: Record<string, string>, killAt = Number.POSITIVE_INFINITY): Promise<Said> {
  const child = spawn(
    process.execPath,
    ['--input-type=module', '-e', PROCESS, JSON.stringify(environment), root],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  children.push(child);
  const exited = once(child, 'exit');
  let last: Said | undefined;
  for await (const line of createInterface({ input: child.stdout })) {
    last = JSON.parse(line) as Said;
    if (last.processed >= killAt) child.kill('SIGKILL');
  }
  await exited;
  if (!last) throw new Error('The process said nothing.');
  return last;
}

function expectEachOnce(end: Said): void {
  const all = Array.from({ length: URLS }, (_, n) => n);
  expect(end.urls).toEqual(all.map((n) => `https://s${n}.com/?ms=${20 + n}`));
  expect(end.charges).toEqual(all.map(() => 1));
  expect(end.charged).toEqual(all);
  expect(end.balance).toBe(1000 - URLS);
}

it('a server killed three times in one task loses no row, repeats none, charges each once', async () => {
  let reached = 0;
  for (let kill = 1; kill <= KILLS; kill += 1) {
    const { processed } = await run({ DATA_DIR: dataDir }, (URLS / (KILLS + 1)) * kill);
    expect(processed).toBeGreaterThanOrEqual(reached);
    expect(processed).toBeLessThan(URLS);
    reached = processed;
  }
  expectEachOnce(await run({ DATA_DIR: dataDir }));
}, 120_000);

it.runIf(process.env.TEST_POSTGRES_URL)(
  'of two workers on PostgreSQL one is killed; the other ends the task, every row and charge once',
  async () => {
    const database = await openTestDatabase();
    if (database.kind.engine !== 'postgres') throw new Error('unreachable');
    const environment = {
      DATABASE_URL: database.kind.url,
      AUTH_SECRET: 'a secret of the tests, 32 characters',
    };
    const killed = run(environment, URLS / 4);
    await vi.waitFor(
      async () => expect(await database.db.selectFrom('tasks').select('id').execute()).toHaveLength(1),
      { timeout: 30_000 },
    );
    const survivor = run(environment);
    expect((await killed).processed).toBeLessThan(URLS);
    expectEachOnce(await survivor);
    await database.close();
  },
  120_000,
);
