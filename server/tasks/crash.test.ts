// On PostgreSQL: a worker is killed and another one goes on.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it, vi } from 'vitest';
import { DRILL, DRILL_WAIT } from '../../e2e/fixtures/wait.ts';
import { openTestDatabase } from '../platform/database/test-database.ts';
import { makeTestProcesses, type Progress } from './test-process.ts';

const URLS = 500;

interface Report extends Progress {
  urls: (string | undefined)[];
  charges: number[];
  charged: number[];
  balance: number;
}

/** A worker on the database of its environment. */
const processes = makeTestProcesses<Report>(`
  const task = await open(async () => ({
    type: 'website-extraction',
    inputs: Array.from({ length: ${URLS} }, (_, n) => 'https://s' + n + '.com/?ms=' + (20 + n)),
  }));
  const { scriptedTools } = await load('server/tasks/worker/scripted-tool.ts');
  await startWorker({ ...deps, taskTools: scriptedTools(deps.taskTools) });
  await watch();
  const items = await db.selectFrom('task_items').select(['position', 'status', 'row', 'charge']).orderBy('position').execute();
  const entries = await db.selectFrom('credit_entries').select(['item_position', 'amount']).where('task_id', '=', task.id).execute();
  const { balance } = await db.selectFrom('accounts').select('balance').executeTakeFirstOrThrow();
  await report({
    processed: items.length, urls: items.map(({ row }) => row?.url), charges: items.map(({ charge }) => charge), balance,
    charged: entries.map(({ item_position }) => item_position).sort((a, b) => a - b),
  });
`);
const dataDir = mkdtempSync(join(tmpdir(), 'leadwell-crash-'));

afterAll(() => {
  processes.close();
  rmSync(dataDir, { recursive: true, force: true });
});

/** The last report of a process. */
async function run(environment: Record<string, string>, killAt?: number): Promise<Report> {
  const { last } = await processes.run(
    { CRAWL_CONCURRENCY: '40', ...environment },
    killAt === undefined ? {} : { killAt },
  );
  return last;
}

function expectEachOnce(end: Report): void {
  const all = Array.from({ length: URLS }, (_, n) => n);
  expect(end.urls).toEqual(all.map((n) => `https://s${n}.com/?ms=${20 + n}`));
  expect(end.charges).toEqual(all.map(() => 1));
  expect(end.charged).toEqual(all);
  expect(end.balance).toBe(1000 - URLS);
}

// On PGlite, in the server's own data folder.
it('a server that is killed in a task loses no row, repeats none and charges each once', DRILL, async () => {
  const { processed } = await run({ DATA_DIR: dataDir }, URLS / 2);
  expect(processed).toBeLessThan(URLS);
  expectEachOnce(await run({ DATA_DIR: dataDir }));
});

it.runIf(process.env.TEST_POSTGRES_URL)(
  'if one of two workers on PostgreSQL is killed, the other finishes the task, with every row and charge once',
  DRILL,
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
      DRILL_WAIT,
    );
    const survivor = run(environment);
    expect((await killed).processed).toBeLessThan(URLS);
    expectEachOnce(await survivor);
    await database.close();
  },
);
