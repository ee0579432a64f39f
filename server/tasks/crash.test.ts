import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, expect, it } from 'vitest';

const URLS = 500;
const KILLS = 3;

/** A server's worker on a data folder of its own; it starts the task when there is none and says how far it is. */
const PROCESS = `
  const [, dataDir, root] = process.argv;
  const load = (path) => import(root + path);
  const { parseConfig } = await load('server/config.ts');
  const { openDeps } = await load('server/deps.ts');
  const { startTask } = await load('server/tasks/start-task.ts');
  const { startWorker } = await load('server/tasks/worker/worker.ts');
  const { createAccount } = await load('server/accounts/account.ts');
  const { transaction } = await load('server/platform/db.ts');
  const deps = await openDeps(parseConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'error', CRAWL_CONCURRENCY: '40' }));
  const { db } = deps.database;
  const say = (message) => process.stdout.write(JSON.stringify(message) + '\\n');
  let task = await db.selectFrom('tasks').selectAll().executeTakeFirst();
  if (!task) {
    const { id } = await transaction(db, (tx) => createAccount(tx, {
      email: 'p@example.com', passwordHash: 'none', userMetadata: {}, now: new Date(),
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
let child: ChildProcess | undefined;

afterAll(() => {
  child?.kill('SIGKILL');
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

/** Runs the process, kills it when it has settled so many rows, and answers the last thing it said. */
async function run(killAt: number): Promise<Said> {
  const started = spawn(process.execPath, ['--input-type=module', '-e', PROCESS, dataDir, root], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  child = started;
  const exited = once(started, 'exit');
  let last: Said | undefined;
  for await (const line of createInterface({ input: started.stdout })) {
    last = JSON.parse(line) as Said;
    if (last.processed >= killAt) started.kill('SIGKILL');
  }
  await exited;
  if (!last) throw new Error('The process said nothing.');
  return last;
}

it('a worker killed three times in one task loses no row, repeats none, charges each once', async () => {
  let reached = 0;
  for (let kill = 1; kill <= KILLS; kill += 1) {
    const { processed } = await run((URLS / (KILLS + 1)) * kill);
    expect(processed).toBeGreaterThanOrEqual(reached);
    expect(processed).toBeLessThan(URLS);
    reached = processed;
  }
  const end = await run(Number.POSITIVE_INFINITY);
  const all = Array.from({ length: URLS }, (_, n) => n);
  expect(end.urls).toEqual(all.map((n) => `https://s${n}.com/?ms=${20 + n}`));
  expect(end.charges).toEqual(all.map(() => 1));
  expect(end.charged).toEqual(all);
  expect(end.balance).toBe(1000 - URLS);
}, 120_000);
