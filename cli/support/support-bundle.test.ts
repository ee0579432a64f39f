import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { strFromU8, unzipSync } from 'fflate';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { parseConfig } from '#server/config.ts';
import { openPGlite } from '#server/platform/database/db.ts';
import { prepareDataFolder } from '#server/platform/database/test-data-folder.ts';
import { startServer } from '#server/serve.ts';
import { openDeps } from '#server/server-deps.ts';
import { runHere } from '../test-run-here.ts';

const folder = mkdtempSync(join(tmpdir(), 'leadwell-support-'));
const dataDir = join(folder, 'jane-roe-data');
const log = join(folder, 'server.log');
/** What must not be in a bundle, wherever it was. */
const PLANTED = [
  'quietjane',
  'Quiet Jane',
  'silentfirm',
  'quiet-jane-9',
  '203.0.113.77',
  '2001:db8:77',
  '15155501779',
  '1515550',
  'hunter2-password',
  'sk_live_51planted',
  'whsec_planted',
  'lwk_planted',
  'the planted secret',
  'planted-admin-key',
  'eyJhbGciOi',
  'dbhost.planted',
  'planted.example',
  'jane-roe-data',
  'ghp7',
  '0198c5a2-0000-7000-8000-0000000000ff',
];
const LOG = [
  {
    level: 'error',
    time: '2026-11-26T09:00:00.000Z',
    msg: 'could not send mail to quietjane@silentfirm.example from 203.0.113.77',
    email: 'quietjane@silentfirm.example',
    account: { name: 'Quiet Jane' },
    request_id: '0198c5a2-0000-7000-8000-0000000000ff',
    status: 500,
    err: {
      type: 'error',
      message:
        'duplicate key: Key (name)=(Quiet Jane) already exists at https://www.linkedin.com/in/quiet-jane-9',
      stack: 'Error: smtp://u:hunter2-password@dbhost.planted.example\n    at send (mail.ts:1:1)',
      detail: 'Key (email)=(quietjane@silentfirm.example)',
      parameters: ['Quiet Jane'],
    },
  },
  { level: 'warn', msg: 'call with Bearer eyJhbGciOiJIUzI1NiJ9.planted from [2001:db8:77::1]', ms: 12 },
  {
    level: 'warn',
    msg: 'keys lwk_plantedplanted and ghp7AbCd0123456789abcdefABCDEF012345 phone +49 151 55501779',
  },
  { level: 'debug', msg: 'row Quiet Jane' },
]
  .map((entry) => JSON.stringify(entry))
  .concat('09:00:00 WARN plain line about linkedin.com/in/quiet-jane-9', '[09:00:01] DEBUG: Quiet Jane')
  .join('\n');

beforeAll(async () => {
  writeFileSync(log, `${LOG}\n`);
  await prepareDataFolder(dataDir);
  await (await openDeps(parseConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent' }))).close();
  const database = await openPGlite({ dataDir: join(dataDir, 'db') });
  await sql`insert into accounts (email, name, phone, balance)
    values ('quietjane@silentfirm.example', 'Quiet Jane', '+4915155501779', 5)`.execute(database.db);
  await database.close();
});
beforeEach(() => {
  vi.stubEnv('LOG_LEVEL', 'silent');
});
afterAll(() => rmSync(folder, { recursive: true }));

const SETTINGS = {
  DATA_DIR: dataDir,
  LOG_LEVEL: 'silent',
  ADMIN_KEY: 'planted-admin-key-0123',
  STRIPE_SECRET_KEY: 'sk_live_51plantedplanted',
  STRIPE_WEBHOOK_SECRET: 'whsec_plantedplanted',
  STRIPE_WEBHOOK_SECRET_OLD: 'whsec_plantedbefore',
  STAFF_EMAILS: 'quietjane@silentfirm.example',
  SMTP_URL: 'smtp://quietjane:hunter2-password@dbhost.planted.example:587',
  MAIL_FROM: 'Quiet Jane <quietjane@silentfirm.example>',
  OPERATOR_NAME: 'Quiet Jane',
  // In the wrong line.
  CRAWL_CONCURRENCY: 'hunter2-password',
  DATABASE_POOL: '7',
};

async function bundle(
  name: string,
  settings: Record<string, string>,
  logFile = log,
): Promise<Record<string, string>> {
  const file = join(folder, name);
  const { code, err } = await runHere(['support-bundle', file, '--log', logFile, '--offline'], settings);
  expect([code, err]).toEqual([0, expect.stringContaining(file)]);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const parts = unzipSync(readFileSync(file));
  return Object.fromEntries(Object.entries(parts).map(([part, bytes]) => [part, strFromU8(bytes)]));
}

function expectNothingPlanted(parts: Record<string, string>, more: readonly string[] = []): void {
  for (const [part, text] of Object.entries(parts)) {
    const secrets = JSON.parse(readFileSync(join(dataDir, 'secrets.json'), 'utf8')) as Record<string, string>;
    for (const needle of [...PLANTED, ...more, ...Object.values(secrets), hostname()])
      expect([part, needle, text.toLowerCase().includes(needle.toLowerCase())]).toEqual([
        part,
        needle,
        false,
      ]);
  }
}

it('has what helps, and no secrets or people, of a stopped server with many faults', async () => {
  const parts = await bundle('stopped.zip', SETTINGS);
  expect(Object.keys(parts)).toEqual([
    'README.txt',
    'doctor.json',
    'versions.json',
    'settings.json',
    'database.json',
    'log.txt',
  ]);
  expectNothingPlanted(parts);
  expect(JSON.parse(parts['settings.json'] ?? '')).toMatchObject({
    ADMIN_KEY: 'set, hidden',
    CRAWL_CONCURRENCY: 'set, hidden',
    DATABASE_POOL: '7',
  });
  const { findings } = JSON.parse(parts['doctor.json'] ?? '') as { findings: object[] };
  expect(findings).toContainEqual(expect.objectContaining({ check: 'ledger', state: 'fault' }));
  const facts = JSON.parse(parts['database.json'] ?? '') as { tables: object[]; migrations: object };
  expect(facts.tables).toContainEqual(expect.objectContaining({ table: 'accounts', rows: 1 }));
  expect(facts.migrations).toMatchObject({
    missing: [],
    applied: expect.arrayContaining(['0001_accounts.sql', '0048_final_failures.sql']),
  });
  const lines = (parts['log.txt'] ?? '').split('\n');
  expect(lines).toHaveLength(4);
  expect(JSON.parse(lines[0] ?? '')).toEqual({
    level: 'error',
    time: '2026-11-26T09:00:00.000Z',
    msg: expect.stringMatching(/^could not send mail to <.+> from <ip \d+>$/),
    request_id: '<id 1>',
    status: 500,
    err: {
      type: 'error',
      message: expect.stringContaining('Key (name)='),
      stack: expect.stringContaining('at send (mail.ts:1:1)'),
    },
  });
});

it('has nothing of settings in files either', async () => {
  const { ADMIN_KEY, STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET, STRIPE_WEBHOOK_SECRET_OLD, ...others } =
    SETTINGS;
  const inFiles = {
    ADMIN_KEY,
    STRIPE_SECRET_KEY,
    STRIPE_WEBHOOK_SECRET,
    STRIPE_WEBHOOK_SECRET_OLD,
    SMTP_URL: 'smtp://planteduser:pw7x9@planted-mailhost:587',
    DATABASE_URL: 'postgres://plantedowner:pw8y2@127.0.0.1:1/none',
    AUTH_SECRET: 'planted in a file, more than 32 characters',
  };
  const settings: Record<string, string> = { ...others, SMTP_URL: '' };
  for (const [name, value] of Object.entries(inFiles)) {
    settings[`${name}_FILE`] = join(folder, `${name}.txt`);
    writeFileSync(settings[`${name}_FILE`] ?? '', `${value}\n`);
  }
  const faults = ['planteduser', 'pw7x9', 'planted-mailhost', 'plantedowner', 'pw8y2'];
  const msg = `refused ${faults.join(' and ')} with ${Object.values(inFiles).join(' and ')}`;
  const logFile = join(folder, 'files.log');
  writeFileSync(logFile, `${LOG}\n${JSON.stringify({ level: 'error', msg })}\n`);
  const parts = await bundle('files.zip', settings, logFile);
  expect(parts['log.txt']).toContain('refused');
  expectNothingPlanted(parts, faults);
});

it('comes from the running server too, and never replaces a file', async () => {
  const settings = { DATA_DIR: dataDir, LOG_LEVEL: 'silent' };
  const server = await startServer(
    parseConfig({ ...settings, PORT: '0', WORKER: 'none', PORT_25_TEST: '0' }),
  );
  try {
    const parts = await bundle('running.zip', settings);
    expectNothingPlanted(parts);
    expect(JSON.parse(parts['database.json'] ?? '')).toMatchObject({
      database: { engine: 'pglite' },
      tables: expect.arrayContaining([expect.objectContaining({ table: 'accounts', rows: 1 })]),
    });
  } finally {
    await server.stop();
  }
  const again = await runHere(['support-bundle', join(folder, 'running.zip')], settings);
  expect([again.code, again.err]).toEqual([1, expect.stringContaining('exists')]);
  const noLog = await runHere(
    ['support-bundle', join(folder, 'new.zip'), '--log', join(folder, 'none')],
    settings,
  );
  expect([noLog.code, existsSync(join(folder, 'new.zip'))]).toEqual([1, false]);
});
