import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { DRILL } from '../../e2e/fixtures/wait.ts';
import { makeTestProcesses, type Progress } from '../tasks/test-process.ts';

const LEADS = 3000;
const KILLS = 1;

interface Report extends Progress {
  state: string;
  added: number;
  updated: number;
  cost: number;
  rows: number;
  names: number;
  balance: number;
}

/** A server that starts to save leads, or goes on. */
const processes = makeTestProcesses<Report>(`
  const { loadLeads } = await load('server/leads/load-leads.ts');
  const { recordDrop } = await load('server/leads/lead-tables.ts');
  const { endAbandonedExports } = await load('server/leads/export-charge.ts');
  const { acceptLeadSave } = await load('server/lists/save-leads.ts');
  const { startLeadSaves } = await load('server/lists/save-leads-worker.ts');
  const { LeadSaveInput } = await load('contract/lead-saves.ts');
  await endAbandonedExports(deps, true);
  const save = () => db.selectFrom('lead_saves').selectAll().executeTakeFirst();
  if (!(await save())) {
    await recordDrop(deps.warehouse, 'leadrocks', new Date());
    await loadLeads(deps.warehouse, {
      database: 'leadrocks', mode: 'replace', columns: ['Full_Name', 'Job_Title'],
      rows: Array.from({ length: ${LEADS} }, (_, at) => ['Lead ' + at, 'CTO']),
    });
    deps.leadSearch.invalidate('leadrocks');
    const { id } = await transaction(db, (tx) => createAccount(tx, deps, {
      email: 'p@example.com', passwordHash: 'none', userMetadata: {}, now: new Date(), firstCredits: ${2 * LEADS}, reason: 'sign-up',
    }));
    const filters = { includeJobTitles: ['CTO'] };
    await acceptLeadSave(deps, { accountId: id, apiKey: null },
      LeadSaveInput.parse({ database: 'leadrocks', filters, name: 'Leads' }),
      { claim: null, signal: new AbortController().signal });
  }
  await startLeadSaves(deps);
  for (let isDone = false; !isDone; ) {
    const { state, added, updated, cost } = await save();
    isDone = state !== 'saving';
    const { balance } = await db.selectFrom('accounts').select('balance').executeTakeFirstOrThrow();
    const rows = isDone ? await db.selectFrom('list_rows').select('cells').execute() : [];
    const names = new Set(rows.map(({ cells }) => cells.Full_Name)).size;
    await report({ processed: added + updated, state, added, updated, cost, rows: rows.length, names, balance });
    if (!isDone) await new Promise((resolve) => setTimeout(resolve, 5));
  }
`);
const dataDir = mkdtempSync(join(tmpdir(), 'leadwell-lead-saves-'));

afterAll(() => {
  processes.close();
  rmSync(dataDir, { recursive: true, force: true });
});

it(
  'a server that is killed while it saves leads loses none, repeats none and charges each once',
  DRILL,
  async () => {
    let reached = 0;
    for (let kill = 1; kill <= KILLS; kill += 1) {
      const killAt = (LEADS / (KILLS + 2)) * kill;
      const { last } = await processes.run(
        { DATA_DIR: dataDir, LIST_ROWS_PER_FREE_ACCOUNT: String(LEADS) },
        { killAt },
      );
      expect(last.state).toBe('saving');
      expect(last.processed).toBeGreaterThanOrEqual(reached);
      reached = last.processed;
    }
    const { last } = await processes.run({
      DATA_DIR: dataDir,
      LIST_ROWS_PER_FREE_ACCOUNT: String(LEADS),
    });
    expect(last).toEqual({
      processed: LEADS,
      state: 'done',
      added: LEADS,
      updated: 0,
      cost: LEADS,
      rows: LEADS,
      names: LEADS,
      balance: LEADS,
    });
  },
);
