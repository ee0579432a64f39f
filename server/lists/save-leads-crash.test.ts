import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { DRILL } from '../../e2e/fixtures/wait.ts';
import { makeTestProcesses, type Progress } from '../tasks/test-process.ts';

const LEADS = 3000;
/** Leads that the list has before those that are new are saved. */
const KNOWN = 1000;
/** Companies of a list, each with three leads, of whom two are wanted. */
const COMPANIES = LEADS / 3;
const PER_COMPANY = 2;

interface Report extends Progress {
  state: string;
  added: number;
  updated: number;
  cost: number;
  refused: number;
  /** rows of people who opted out after they were saved */
  gone: number;
  rows: number;
  names: number;
  /** the most rows of one company */
  ofCompany: number;
  balance: number;
}

/**
 * A server that starts to save leads, or goes on. With the input `only-new`, to a list that has some of them; with
 * `per-company`, only some leads of each company of a list, too.
 */
const processes = makeTestProcesses<Report>(`
  const { loadLeads } = await load('server/leads/load-leads.ts');
  const { recordDrop } = await load('server/leads/lead-tables.ts');
  const { endAbandonedExports } = await load('server/leads/end-export.ts');
  const { addOptOuts } = await load('server/opt-outs/opt-outs.ts');
  const { acceptLeadSave } = await load('server/lists/save-leads.ts');
  const { addRows } = await load('server/lists/add-rows.ts');
  const { startLeadSaves } = await load('server/lists/save-leads-worker.ts');
  const { LeadSaveInput } = await load('contract/lead-saves.ts');
  await endAbandonedExports(deps, true);
  const save = () => db.selectFrom('lead_saves').selectAll().orderBy('created_at', 'desc').executeTakeFirst();
  const ended = async () => {
    while ((await save()).state === 'saving') await new Promise((resolve) => setTimeout(resolve, 5));
  };
  let started = false;
  if (!(await save())) {
    await recordDrop(deps.warehouse, 'leadrocks', new Date());
    await loadLeads(deps.warehouse, {
      database: 'leadrocks', mode: 'replace', columns: ['Full_Name', 'Job_Title', 'Company', 'Work_Email_1'],
      rows: Array.from({ length: ${LEADS} }, (_, at) => [
        'Lead ' + at, 'CTO', 'Company ' + (at % ${COMPANIES}), at % 50 === 0 ? at + '@gone.example' : '',
      ]),
    });
    deps.leadSearch.invalidate('leadrocks');
    const { id } = await transaction(db, (tx) => createAccount(tx, deps, {
      email: 'p@example.com', passwordHash: 'none', userMetadata: {}, now: new Date(), firstCredits: ${2 * LEADS}, reason: 'sign-up',
    }));
    let filters = { includeJobTitles: ['CTO'] };
    const accept = (input, onlyNew) =>
      acceptLeadSave(deps, { accountId: id, apiKey: null },
        LeadSaveInput.parse({ database: 'leadrocks', filters, name: 'Leads', ...input }),
        { claim: null, signal: new AbortController().signal, onlyNew });
    if (input === 'per-company') {
      const at = new Date(deps.clock.now());
      const names = Array.from({ length: ${COMPANIES} }, (_, row) => 'Company ' + row);
      const { list } = await transaction(db, (tx) => addRows(tx, deps.config,
        { accountId: id, kind: 'own', source: 'own', name: 'Companies', columns: ['Company'] },
        names.map((Company) => ({ keys: [Company], values: { Company } })), { paid: false, at }));
      filters = { ...filters, inLists: [list.id], perCompany: ${PER_COMPANY} };
      started = true;
      await startLeadSaves(deps);
      await accept({ first: ${KNOWN} }, false);
      await ended();
      await accept({}, true);
    } else if (input === 'only-new') {
      started = true;
      await startLeadSaves(deps);
      await accept({ first: ${KNOWN} }, false);
      await ended();
      await addOptOuts(deps, [{ kind: 'domain', value: 'gone.example' }], async () => {});
      await accept({}, true);
    } else await accept({}, false);
  }
  if (!started) await startLeadSaves(deps);
  for (let isDone = false; !isDone; ) {
    const { state, added, updated, refused, cost } = await save();
    isDone = state !== 'saving';
    const { balance } = await db.selectFrom('accounts').select('balance').executeTakeFirstOrThrow();
    const all = isDone ? await db.selectFrom('list_rows').select('cells').execute() : [];
    const rows = all.filter(({ cells }) => cells.Full_Name);
    const ofCompany = Math.max(0, ...Object.values(Object.groupBy(rows, ({ cells }) => cells.Company)).map(({ length }) => length));
    const gone = rows.filter(({ cells }) => cells.Work_Email_1).length;
    const names = new Set(rows.map(({ cells }) => cells.Full_Name)).size;
    await report({ processed: added + updated, state, added, updated, refused, cost, gone, rows: rows.length, names, ofCompany, balance });
    if (!isDone) await new Promise((resolve) => setTimeout(resolve, 5));
  }
`);
const folders: string[] = [];

afterAll(() => {
  processes.close();
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

it.each([
  ['loses none, repeats none and charges each once', '', LEADS, [LEADS / 3]],
  ['does so with only those that the list does not have', 'only-new', LEADS - KNOWN, [600, 1300]],
  ['takes no one else in their places', 'per-company', PER_COMPANY * COMPANIES - KNOWN, [300, 700]],
])('a server that is killed while it saves leads %s', DRILL, async (_, input, wanted, kills) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'leadwell-lead-saves-'));
  folders.push(dataDir);
  const environment = { DATA_DIR: dataDir, LIST_ROWS_PER_FREE_ACCOUNT: String(LEADS + COMPANIES) };
  let reached = 0;
  for (const killAt of kills) {
    const { last } = await processes.run(environment, { input, killAt });
    expect(last.state).toBe('saving');
    expect(last.processed).toBeGreaterThanOrEqual(reached);
    reached = last.processed;
  }
  const { last } = await processes.run(environment, { input });
  const { gone } = last;
  // All others of them were refused, each once.
  const refused = input === 'only-new' ? LEADS / 50 - gone : 0;
  const saved = wanted - refused;
  const rows = saved + (input === '' ? 0 : KNOWN);
  expect(last).toEqual({
    processed: saved,
    state: 'done',
    added: saved,
    updated: 0,
    refused,
    gone,
    cost: saved,
    rows,
    names: rows,
    ofCompany: input === 'per-company' ? PER_COMPANY : LEADS / COMPANIES,
    balance: 2 * LEADS - rows,
  });
});
