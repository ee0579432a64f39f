import { createHash, randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LEAD_DATABASES } from '#contract/leads.ts';
import { sweepStoredRows } from '../account-data/opt-out-sweep.ts';
import { openPerson } from '../auth/one-time/erased-person.ts';
import { send, signIn, TEST_PASSWORD } from '../auth/test-requests.ts';
import { recordImport } from '../leads/import-records.ts';
import { loadLeads } from '../leads/load-leads.ts';
import { watchOptOuts } from '../leads/opted-out-leads.ts';
import { carryOptOuts, storedOptOuts } from '../opt-outs/carry-over.ts';
import { PERSON_PARTS } from '../person-parts.ts';
import { openPlanted, type Planted } from '../test-planted-people.ts';
import { createWebhook } from '../webhooks/endpoints.ts';
import { erasePerson } from './erase-person.ts';
import { parsePerson } from './person-check.ts';
import type { PersonParts } from './person-parts.ts';
import { searchPerson } from './person-report.ts';
import { receiptText } from './receipt-text.ts';
import { reportLetter } from './report-letter.ts';
import { sweepTables } from './sweep-tables.ts';
import { NEEDLES, needlesInFiles, needlesInTables, PERSON, plantTraces } from './test-planted-traces.ts';

let planted: Planted;
beforeAll(async () => {
  planted = await openPlanted();
  await importedLeads(planted);
  await exportLeads(planted);
  const [account] = await planted.deps.database.db.selectFrom('accounts').select('id').execute();
  await plantTraces(planted.deps, account?.id ?? '');
  const hook = { name: '', url: 'https://example.com/', events: ['person.erased' as const] };
  await createWebhook(planted.deps, account?.id ?? '', hook);
}, 120_000);
afterAll(() => planted.close());

const search = () => searchPerson(planted.deps, parsePerson(PERSON), PERSON_PARTS);

describe('a person in every table, file and cache', () => {
  it('is found in all of them, with whose it is and who exported it', async () => {
    const { report, found } = await search();
    const tables = (await needlesInTables(planted.deps.database.db)).map((one) => one.replace(/:.*/, ''));
    const foundTables = new Set(
      found.flatMap(({ ref }) => (ref.kind === 'row' ? [ref.row.table] : ref.kind === 'job' ? ['job'] : [])),
    );
    const missed = tables.filter((name) => !foundTables.has(name as never) && !/^job/.test(name));
    expect(missed).toEqual([]);
    const places = [...new Set(report.records.map(({ place }) => place))];
    expect(places).toEqual(
      expect.arrayContaining([
        ...['LeadRocks', 'Apollo', 'Sales Navigator', 'Local Businesses'].map(
          (title) => `Lead database ${title}`,
        ),
        'Results of tasks',
        'Rows of lists',
        'Answers in cells of lists',
        'Files of paid people searches',
        'Schedules',
        'Email addresses that were checked',
        'Addresses that bounced',
        'Addresses that accounts got',
        'Waiting work',
        'Emails in the outbox of the data folder',
        'Log of the admin page',
      ]),
    );
    for (const { place, account } of report.records)
      if (/tasks|lists|people searches|Schedules/.test(place))
        expect([place, account]).toEqual([place, 'planter@example.com']);
    expect(report.exports.map(({ account, database }) => `${account} ${database}`).sort()).toEqual(
      expect.arrayContaining(['planter@example.com Apollo', 'planter@example.com LeadRocks']),
    );
    expect(report.records[0]?.origins).toMatchObject([
      { source: 'own list', license: 'CC0', dataDate: '2026-01-31' },
    ]);
    expect(report.exports.every(({ at }) => at.length > 0)).toBe(true);
    expect(report.optedOut).toBe(false);
    // Of files with many people, only the lines with this one.
    expect(JSON.stringify(report.records.filter(({ place }) => /Files/.test(place)))).not.toContain(
      'noisy.example',
    );
    const letter = reportLetter(report);
    expect(letter).toContain('Who got your data');
    expect(letter).not.toContain('planter@example.com');
    expect(Math.max(...letter.split('\n').map(({ length }) => length))).toBeLessThan(400);
  });

  it('is nowhere after the erasure, also in the files of the lead databases', async () => {
    const { db } = planted.deps.database;
    const folder = planted.deps.config.DATA_DIR;
    expect(await needlesInTables(db)).not.toEqual([]);
    expect(needlesInFiles(folder)).not.toEqual([]);
    const receipt = await erasePerson(planted.deps, parsePerson(PERSON), PERSON_PARTS);
    expect(receipt.left).toEqual([]);
    expect(receipt.leadFilesCleaned).toBe(true);
    expect(await needlesInTables(db)).toEqual([]);
    expect(needlesInFiles(folder)).toEqual([]);
    expect(receipt.deleted).toEqual(expect.arrayContaining([{ place: 'Schedules', records: 2 }]));
    // An email, and the webhook once for each address, profile and phone.
    expect(receipt.notices).toEqual([{ account: 'planter@example.com', webhooks: 3 }]);
    const events = await db
      .selectFrom('webhook_events')
      .select('data')
      .where('type', '=', 'person.erased')
      .execute();
    expect(events.map(({ data }) => JSON.parse(data)).find(({ kind }) => kind === 'email')).toMatchObject({
      sha256: createHash('sha256').update('quietjane@firm.example').digest('hex'),
      exports: 2,
      lastExport: new Date(planted.deps.clock.now()).toISOString().slice(0, 10),
    });
    const mails = await db.selectFrom('due_mails').select('job').execute();
    const mail = mails.map(({ job }) => job).find((job) => job.kind === 'person-erased');
    expect(JSON.stringify(mail)).toContain('Your export from the lead database Apollo');
    expect(openPerson(planted.deps, String(mail?.accountId), String(mail?.sealed))).toEqual([
      'quietjane@firm.example',
      'linkedin.com/in/quiet-jane-9',
      '+4915155501779',
    ]);
    const text = receiptText(receipt);
    expect(text).toContain('A second search found nothing else.');
    const { report } = await search();
    expect([report.records, report.exports, report.optedOut]).toEqual([[], [], true]);
    expect(await planted.stored()).toContain('noisy.example');
    expect(await planted.brokenRules()).toEqual([]);
    // The schedule with someone else goes on; the one about the person alone is gone.
    const schedules = await db.selectFrom('schedules').select('work').execute();
    expect(schedules.map(({ work }) => ('items' in work ? work.items : []))).toEqual([['ben@noisy.example']]);
  }, 180_000);

  it('does not come back with a later import', async () => {
    const { deps } = planted;
    const database = 'apollo';
    const columns = ['email', 'person_linkedin_url', 'mobile_phone', 'Notes'];
    const rows = [
      ['Quietjane+x@firm.example', '', '', ''],
      ['', 'linkedin.com/in/quiet-jane-9', '', ''],
      ['', '', '0151 55501779', ''],
      ['ann@other.example', '', '', 'Ask quietjane@firm.example'],
      ['ben@noisy.example', '', '', 'Nice'],
    ];
    const { findOptedOut } = await watchOptOuts(deps, database);
    const isListed = findOptedOut(columns);
    const kept = rows.filter((row) => isListed((column) => row[columns.indexOf(column)] ?? '') !== 'row');
    expect(kept.map(([email]) => email)).toEqual(['ben@noisy.example']);
    // A table of another program, or of before the list: the next erasure finds all of them.
    await loadLeads(deps.warehouse, { database, mode: 'replace', columns, rows });
    deps.leadSearch.invalidate(database);
    const receipt = await erasePerson(deps, parsePerson(PERSON), PERSON_PARTS);
    expect(receipt.deleted).toEqual([{ place: 'Lead database Apollo', records: 4 }]);
    expect([receipt.left, receipt.notices]).toEqual([[], []]);
    expect(needlesInFiles(deps.config.DATA_DIR)).toEqual([]);
  }, 180_000);
});

it('keeps the email that tells an account, until the next erasure', async () => {
  const { deps } = planted;
  const [account] = await deps.database.db.selectFrom('accounts').select('id').execute();
  await plantTraces(deps, account?.id ?? '');
  const cells = JSON.stringify({ Email: 'quietjane@firm.example' });
  await deps.database.db.updateTable('list_rows').set({ cells }).execute();
  const parts: PersonParts = {
    ...PERSON_PARTS,
    async forgetAddresses(db, addresses) {
      await PERSON_PARTS.forgetAddresses(db, addresses);
      // As the worker does without SMTP_URL.
      const mail = 'To: planter@example.com\r\n\r\nDelete quietjane@firm.example.';
      writeFileSync(join(deps.config.DATA_DIR, 'outbox', 'told.eml'), mail);
    },
  };
  const receipt = await erasePerson(deps, parsePerson(PERSON), parts);
  expect(receipt.notices).toHaveLength(1);
  expect(receipt.left).toEqual([]);
  expect(receipt.deleted).toContainEqual({ place: 'Emails in the outbox of the data folder', records: 1 });
  expect(receiptText(receipt)).toContain('1 new email in the outbox of the data folder. That is how');
  const again = await erasePerson(deps, parsePerson(PERSON), PERSON_PARTS);
  expect(again.deleted).toContainEqual({ place: 'Emails in the outbox of the data folder', records: 1 });
  expect(needlesInFiles(deps.config.DATA_DIR)).toEqual([]);
}, 180_000);

describe('a restored backup', () => {
  it('has the person again until the opt-outs that were carried over are applied', async () => {
    const { deps } = planted;
    const { db } = deps.database;
    const entries = await storedOptOuts(db);
    // The backup is older than the erasure.
    await db.deleteFrom('opt_outs').execute();
    await db.deleteFrom('schedules').execute();
    const [account] = await db.selectFrom('accounts').select('id').execute();
    await plantTraces(deps, account?.id ?? '');
    await db
      .updateTable('tasks')
      .set({ name: PERSON[0] ?? null })
      .execute();
    const csv = Buffer.from('Ann,quietjane@firm.example,,,\r\nBen,ben@noisy.example,,,\r\n');
    await db.updateTable('people_run_chunks').set({ csv }).execute();
    expect(await needlesInTables(db)).not.toEqual([]);
    deps.clock.advance(1000);
    await carryOptOuts(db, entries, new Date(deps.clock.now()));
    const { signal } = new AbortController();
    await sweepStoredRows(deps, signal);
    await sweepTables(deps, signal);
    // Its own sweep cleans the memory of the tool, and a restore starts with an empty queue.
    const others = (await needlesInTables(db)).filter((one) => !/^(?:email_addresses|job\w*):/.test(one));
    expect(others).toEqual([]);
    const schedules = await db.selectFrom('schedules').select('work').execute();
    expect(schedules.map(({ work }) => ('items' in work ? work.items : []))).toEqual([['ben@noisy.example']]);
    expect(await planted.peopleFile()).toContain('ben@noisy.example');
  });
});

it('is looked for by needles that its spellings have', () => {
  for (const needle of NEEDLES) expect(PERSON.join(' ').replaceAll(' ', '')).toContain(needle);
});

/** Makes the planted leads those of an import. Leads of samples aren't remembered for accounts that export them. */
async function importedLeads({ deps }: Planted): Promise<void> {
  for (const database of LEAD_DATABASES) {
    await recordImport(deps.warehouse, {
      id: randomUUID(),
      database,
      mode: 'replace',
      at: new Date(deps.clock.now()).toISOString(),
      source: 'own list',
      licence: 'CC0',
      dataDate: '2026-01-31',
      preset: 'own',
      rows: 1,
      duplicates: 0,
      refused: 0,
      columns: [],
    });
    deps.leadSearch.invalidate(database);
  }
}

/** Exports leads with emails, by the account of the planted people. */
async function exportLeads({ app }: Planted): Promise<void> {
  const signedIn = await signIn(app, 'planter@example.com', TEST_PASSWORD);
  const { access_token: token } = (await signedIn.json()) as { access_token: string };
  for (const call of ['apollo-lead-export', 'leadrocks-lead-export']) {
    const body = { action: 'export', filters: { hasEmail: true } };
    const file = await send(app, `/functions/v1/${call}`, { token, body, headers: { accept: 'text/csv' } });
    expect(await file.text()).toContain('"",""');
  }
}
