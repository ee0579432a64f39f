import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { PEOPLE_DATABASES, type PeopleDatabase } from '../../contract/leads.ts';
import { createAccount } from '../../server/accounts/account.ts';
import { parseConfig } from '../../server/config.ts';
import { recordImport } from '../../server/leads/import-records.ts';
import { ensureTables, leadTable } from '../../server/leads/lead-tables.ts';
import { loadLeads } from '../../server/leads/load-leads.ts';
import { transaction } from '../../server/platform/database/db.ts';
import { openDeps } from '../../server/server-deps.ts';
import { startTask } from '../../server/tasks/start-task.ts';
import { startWorker } from '../../server/tasks/worker/worker.ts';
import {
  type LinkedinRow,
  linkedinEnrichment,
  writeLinkedinInput,
} from '../../tools/linkedin-enrichment/definition.ts';
import { reportFigure } from '../figures.ts';
import { type LabeledPerson, LEAD_COLUMNS, labeledPeople } from './labeled-people.ts';

/**
 * `npm run bench:linkedin`: tasks of 1,000 profile URLs against a lead database of a million rows, and a labeled
 * list of people with namesakes. Whole tasks on the embedded databases, with the steps that use leads.
 */
const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '1000000' },
    people: { type: 'string', default: '4000' },
    seed: { type: 'string', default: '7' },
    wrong: { type: 'boolean', default: false },
    missed: { type: 'boolean', default: false },
  },
});
const URLS = 1000;
const folder = mkdtempSync(join(tmpdir(), 'leadwell-bench-linkedin-'));
const deps = await openDeps(
  parseConfig({
    DATA_DIR: folder,
    LOG_LEVEL: 'error',
    PORT_25_TEST: '0',
    LINKEDIN_STEPS: 'leads,leads-by-name',
  }),
);
const { warehouse, database } = deps;
const worker = await startWorker(deps);
const account = await transaction(database.db, (tx) =>
  createAccount(tx, deps, {
    email: 'bench@example.com',
    passwordHash: 'none',
    userMetadata: {},
    now: new Date(),
    firstCredits: 1_000_000,
    reason: 'sign-up',
  }),
);
if (!account) throw new Error('There is no account.');
const { id: accountId } = account;

async function record(of: PeopleDatabase, rows: number): Promise<void> {
  await recordImport(warehouse, {
    id: randomUUID(),
    database: of,
    mode: 'replace',
    at: new Date().toISOString(),
    source: 'generated',
    licence: '',
    dataDate: '',
    preset: 'own',
    rows,
    duplicates: 0,
    refused: 0,
    columns: LEAD_COLUMNS[of],
  });
}

/** Loads leads `Person n` with the profile `in/person-n`, each with all fields. */
async function loadMillion(rows: number): Promise<void> {
  await ensureTables(warehouse, 'apollo');
  await warehouse.run({
    sql: `INSERT INTO ${leadTable('apollo')} (first_name, last_name, title, company, email, mobile_phone, person_linkedin_url, industry, country, lw_id, lw_formulas)
SELECT concat('Person', toString(number)), concat('Of', toString(number)), concat('Title ', toString(number % 5000)), concat('Company ', toString(number % 200000)),
concat('p', toString(number), '@c.example'), concat('+1', toString(2000000000 + number)),
concat(['https://www.linkedin.com/in/', 'http://de.linkedin.com/in/Person-', 'linkedin.com/in/'][1 + number % 3], if(number % 3 = 1, '', 'person-'), toString(number), ['', '/', '?trk=x'][1 + number % 3]),
concat('Industry ', toString(sipHash64(number) % 150)), concat('Country ', toString(sipHash64(1, number) % 190)), number, 0 FROM numbers(${rows})`,
  });
  await record('apollo', rows);
}

/** Runs a task and returns its rows by position, and the seconds from its start to its end. */
async function runTask(inputs: readonly string[]): Promise<{ rows: LinkedinRow[]; seconds: number }> {
  const startedAt = performance.now();
  const task = await startTask(deps, {
    accountId,
    type: linkedinEnrichment.task.type,
    inputs,
    claim: null,
  });
  for (;;) {
    const { status } = await database.db
      .selectFrom('tasks')
      .select('status')
      .where('id', '=', task.id)
      .executeTakeFirstOrThrow();
    if (status !== 'processing' && status !== 'queued') break;
    await new Promise((resume) => setTimeout(resume, 20));
  }
  const seconds = (performance.now() - startedAt) / 1000;
  const items = await database.db
    .selectFrom('task_items')
    .select(['position', 'row'])
    .where('task_id', '=', task.id)
    .orderBy('position')
    .execute();
  return { rows: items.map(({ row }) => row as unknown as LinkedinRow), seconds };
}

const round = (value: number) => Math.round(value * 10) / 10;

async function measureSpeed(rows: number): Promise<void> {
  await loadMillion(rows);
  // Nine in ten are in the database.
  const urls = (round: number) =>
    Array.from({ length: URLS }, (_, n) => {
      const person = Math.floor(((n * 7 + round) * rows) / (URLS * 7 + 2)) + (n % 10 === 0 ? rows : 0);
      return `https://fr.linkedin.com/in/person-${person}/fr?trk=${n}`;
    });
  const before = await runTask(urls(0));
  const after = await runTask(urls(1));
  for (const [what, { rows: found, seconds }] of [
    ['1,000 URLs right after the import, with the time for its keys', before],
    ['1,000 URLs, with keys', after],
  ] as const)
    console.log(
      JSON.stringify({
        what,
        leads: rows,
        seconds: round(seconds),
        found: found.filter(({ completeness }) => completeness > 0).length,
      }),
    );
}

async function measureAccuracy(count: number, seed: number): Promise<void> {
  const { people, leads } = labeledPeople(count, seed);
  for (const of of PEOPLE_DATABASES) {
    const own = leads.filter((lead) => lead.database === of);
    await ensureTables(warehouse, of);
    await loadLeads(warehouse, {
      database: of,
      mode: 'replace',
      columns: LEAD_COLUMNS[of],
      rows: own.map(({ cells }) => cells),
    });
    await record(of, own.length);
  }
  const { rows, seconds } = await runTask(
    people.map(({ written, hinted, first, last, company }) =>
      writeLinkedinInput({
        linkedinUrl: written,
        name: hinted ? `${first} ${last}` : null,
        company: hinted ? company : null,
        page: null,
      }),
    ),
  );
  for (const presence of ['url', 'name', 'twin', 'absent'] as const) {
    const group = people.filter((person) => person.presence === presence);
    const found = group.filter(({ id }) => (rows[id]?.completeness ?? 0) > 0);
    const wrong = found.filter((person) => isWrong(person, rows[person.id]));
    if (values.wrong)
      for (const person of wrong) console.error(JSON.stringify({ person, row: rows[person.id] }));
    if (values.missed && presence !== 'absent' && presence !== 'twin')
      for (const person of group)
        if (!found.includes(person))
          console.error(JSON.stringify({ person, row: rows[person.id]?.explanation }));
    reportFigure(`linkedin: ${presence}, wrong`, wrong.length, 'lower');
    reportFigure(
      `linkedin: ${presence}, found of all`,
      found.length / group.length,
      presence === 'twin' || presence === 'absent' ? 'lower' : 'higher',
    );
    console.log(JSON.stringify({ presence, people: group.length, found: found.length, wrong: wrong.length }));
  }
  const present = people.filter(({ presence }) => presence === 'url' || presence === 'name');
  const right = present.filter((person) => (rows[person.id]?.completeness ?? 0) > 0);
  const names = new Set(people.map(({ first, last }) => `${first} ${last}`));
  console.log(
    JSON.stringify({
      people: people.length,
      'different names': names.size,
      'found, of those that can be told apart': `${round((100 * right.length) / present.length)}%`,
      seconds: round(seconds),
    }),
  );
}

/** Whether a row has a value of another person. Emails, phones and titles are of one person each. */
function isWrong(person: LabeledPerson, row: LinkedinRow | undefined): boolean {
  if (!row) return false;
  const own = [person.email, `+1${2_000_000_000 + person.id}`, `Head of ${person.id}`];
  return [row.email, row.phone, row.title].some((value, index) => value !== null && value !== own[index]);
}

await measureSpeed(Number(values.rows));
await measureAccuracy(Number(values.people), Number(values.seed));
await worker.stop();
await deps.close();
rmSync(folder, { recursive: true, force: true });
