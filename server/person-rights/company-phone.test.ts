import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { send, signIn, TEST_PASSWORD } from '../auth/test-requests.ts';
import { recordImport } from '../leads/import-records.ts';
import { loadLeads } from '../leads/load-leads.ts';
import { addSent, ensureSentTable, forgetGone } from '../leads/notices/sent-notices.ts';
import { PERSON_PARTS } from '../person-parts.ts';
import { openPlanted, type Planted } from '../test-planted-people.ts';
import { erasePerson } from './erase-person.ts';
import { parsePerson } from './person-check.ts';
import { searchPerson } from './person-report.ts';
import { receiptText } from './receipt-text.ts';
import { reportLetter } from './report-letter.ts';

const SWITCHBOARD = '+49 30 7654321';
const COLUMNS = ['first_name', 'title', 'email', 'mobile_phone', 'corporate_phone'];

let planted: Planted;
beforeAll(async () => {
  planted = await openPlanted();
  const { deps } = planted;
  await loadLeads(deps.warehouse, {
    database: 'apollo',
    mode: 'replace',
    columns: COLUMNS,
    rows: [
      ['Una', 'vintner', 'una@winery.example', '+49 151 1112223', SWITCHBOARD],
      ['Vic', 'vintner', 'vic@winery.example', '', SWITCHBOARD],
      ['Wes', 'vintner', 'wes@winery.example', '', '030 / 765 43 21'],
    ],
  });
  // After the sample leads, which no export remembers.
  deps.clock.advance(1000);
  await recordImport(deps.warehouse, {
    id: randomUUID(),
    database: 'apollo',
    mode: 'replace',
    at: new Date(deps.clock.now()).toISOString(),
    source: 'own list',
    licence: 'CC0',
    dataDate: '',
    preset: 'own',
    rows: 3,
    duplicates: 0,
    refused: 0,
    columns: [],
  });
  deps.leadSearch.invalidate('apollo');
  const signedIn = await signIn(planted.app, 'planter@example.com', TEST_PASSWORD);
  const { access_token: token } = (await signedIn.json()) as { access_token: string };
  const body = { action: 'export', filters: { includeJobTitles: ['vintner'] } };
  const headers = { accept: 'text/csv' };
  const file = await send(planted.app, '/functions/v1/apollo-lead-export', { token, body, headers });
  expect(await file.text()).toContain('wes@winery.example');
}, 120_000);
afterAll(() => planted.close());

/** How many leads accounts have exported. */
async function exported(): Promise<number> {
  const { rows } = await sql<{ leads: number }>`
    select coalesce(sum(octet_length(keys)) / 8, 0)::integer as leads from exported_leads where lead_database = 'apollo'
  `.execute(planted.deps.database.db);
  return rows[0]?.leads ?? 0;
}

it('reports of colleagues only the phone of the company, and not who exported them', async () => {
  const { report } = await searchPerson(planted.deps, parsePerson([SWITCHBOARD]), PERSON_PARTS);
  const leads = report.records.filter(({ place }) => place === 'Lead database Apollo');
  expect(leads.map(({ data }) => data).sort((a, b) => (String(a) < String(b) ? -1 : 1))).toEqual(
    expect.arrayContaining([{ corporate_phone: SWITCHBOARD }, { corporate_phone: '030 / 765 43 21' }]),
  );
  expect(leads).toHaveLength(3);
  expect(reportLetter(report)).not.toContain('winery.example');
  expect([report.exports, report.alsoNamed]).toEqual([[], []]);
});

it('erases only the phone, says so, and forgets no export of colleagues', async () => {
  const before = await exported();
  const receipt = await erasePerson(planted.deps, parsePerson([SWITCHBOARD]), PERSON_PARTS);
  const ofLeads = { place: 'Lead database Apollo', records: 3 };
  expect(receipt).toMatchObject({ deleted: [], cleared: [ofLeads], left: [], notices: [] });
  expect(receiptText(receipt)).toContain(
    'Removed from records that stay:\n  Lead database Apollo: 3 records',
  );
  expect(receiptText(receipt)).not.toMatch(/Deleted:|nothing to delete/);
  expect(await exported()).toBe(before);
  // One of them herself: her lead goes, with its export.
  // A notice to someone who is in the table no more, as the person will be.
  const { warehouse } = planted.deps;
  await ensureSentTable(warehouse);
  await addSent(warehouse, [{ database: 'apollo', source: 'own list', lead: '1', sentOn: '2026-11-01' }]);
  const own = await erasePerson(planted.deps, parsePerson(['una@winery.example', SWITCHBOARD]), PERSON_PARTS);
  expect(await forgetGone(warehouse)).toBe(0);
  expect(own).toMatchObject({ deleted: [{ place: 'Lead database Apollo', records: 1 }], cleared: [] });
  expect(own.notices.map(({ account }) => account)).toEqual(['planter@example.com']);
  expect(await exported()).toBe(before - 1);
}, 120_000);
