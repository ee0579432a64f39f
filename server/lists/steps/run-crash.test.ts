import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type FakeWeb, startFakeWeb } from '../../../e2e/fixtures/fake-web.ts';
import { generatedContacts, generatedName } from '../../../e2e/fixtures/generated-sites.ts';
import { DRILL } from '../../../e2e/fixtures/wait.ts';
import { makeTestProcesses, type Progress } from '../../tasks/test-process.ts';

const ROWS = 200;
const CELLS = ROWS * 2;
const KILLS = [CELLS / 4, CELLS / 2];

interface Report extends Progress {
  status?: string;
  outcomes?: Record<string, number>;
  items?: string[];
  /** positions in the ledger */
  charged?: number[];
  cells?: { row: number; step: string; status: string; charge: number; queued: boolean }[];
  emails?: (string | undefined)[];
  balance?: number;
}

/** A worker on its data folder. The first one makes the list and starts its run. */
const processes = makeTestProcesses<Report>(`
  const { makeList } = await load('server/lists/steps/test-step-lists.ts');
  const { saveListStep } = await load('server/lists/steps/change-steps.ts');
  const { startRun } = await load('server/lists/steps/start-run.ts');
  const { requireList } = await load('server/lists/lists.ts');
  const sites = JSON.parse(input);
  if (!(await db.selectFrom('tasks').select('id').executeTakeFirst())) {
    const { id: accountId } = await transaction(db, (tx) => createAccount(tx, deps, {
      email: 'p@example.com', passwordHash: 'none', userMetadata: {}, now: new Date(), firstCredits: 1000, reason: 'sign-up',
    }));
    const id = await makeList(deps, accountId, sites.map((Website) => ({ Website })));
    const save = (step) => saveListStep(deps, accountId, { id, step: { conditions: [], ...step } });
    const read = (website, outputs) => save({
      kind: 'tool', name: website, outputs,
      tries: [{ tool: 'website-extraction', options: { depth: 'quick' }, inputs: { website }, accepts: [] }],
    });
    await read('Website', [{ field: 'final_url', name: 'Home' }]);
    await save({ kind: 'formula', name: 'Page', formula: '{Home}contact', outputs: [{ field: 'text', name: 'Page' }] });
    await read('Page', [{ field: 'emails', name: 'Emails' }]);
    const list = await requireList(deps, accountId, id);
    await startRun(deps, { accountId }, list, { search: '', cells: 'empty' }, { type: 'lead-enrichment', claim: null });
  }
  await startWorker(deps);
  await watch();
  const task = await db.selectFrom('tasks').selectAll().executeTakeFirstOrThrow();
  const items = await db.selectFrom('task_items').select(['status', 'row']).orderBy('position').execute();
  const entries = await db.selectFrom('credit_entries').select('item_position').where('task_id', '=', task.id).execute();
  const cells = await db.selectFrom('list_cells').selectAll().orderBy('row_id').orderBy('step').execute();
  const listRows = await db.selectFrom('list_rows').select('cells').orderBy('id').execute();
  const { balance } = await db.selectFrom('accounts').select('balance').executeTakeFirstOrThrow();
  await report({
    processed: task.processed, status: task.status, outcomes: task.outcomes, balance,
    items: items.map(({ status, row }) => status + ' ' + row?.status),
    charged: entries.map(({ item_position }) => item_position).sort((a, b) => a - b),
    cells: cells.map(({ row_id, step, status, charge, queued_by }) => ({ row: Number(row_id), step, status, charge, queued: queued_by !== null })),
    emails: listRows.map((row) => row.cells.Emails),
  });
`);
const dataDir = mkdtempSync(join(tmpdir(), 'leadwell-run-crash-'));
let web: FakeWeb;
beforeAll(async () => {
  web = await startFakeWeb({ generated: { count: ROWS, delayMs: 20 } });
});
afterAll(async () => {
  processes.close();
  await web.close();
  rmSync(dataDir, { recursive: true, force: true });
});

it(
  'a run of two steps that is killed twice has one outcome for each cell, and charges each once',
  DRILL,
  async () => {
    const environment = {
      DATA_DIR: dataDir,
      DNS_SERVERS: web.dnsServer,
      ALLOW_PRIVATE_NETWORK: '1',
      CRAWL_CONCURRENCY: '20',
    };
    const input = JSON.stringify(Array.from({ length: ROWS }, (_, n) => web.siteUrl(generatedName(n))));
    for (const killAt of KILLS) {
      const { last } = await processes.run(environment, { input, killAt });
      expect(last.status).toBe('processing');
      expect(last.processed).toBeLessThan(CELLS);
    }
    const { last: end } = await processes.run(environment, { input });
    expect(end.status).toBe('completed');
    expect(end.items).toEqual(Array.from({ length: CELLS }, () => 'settled done'));
    expect(Object.values(end.outcomes ?? {})).toEqual([ROWS, ROWS]);
    expect(end.charged).toEqual(Array.from({ length: CELLS }, (_, position) => position));
    expect(end.balance).toBe(1000 - CELLS);
    expect(end.cells).toHaveLength(CELLS);
    expect(new Set(end.cells?.map(({ row, step }) => `${row} ${step}`)).size).toBe(CELLS);
    for (const cell of end.cells ?? [])
      expect(cell).toMatchObject({ status: 'done', charge: 1, queued: false });
    expect(end.emails).toEqual(Array.from({ length: ROWS }, (_, n) => generatedContacts(n).email));
  },
);
