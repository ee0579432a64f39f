import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { parseConfig } from '#server/config.ts';
import { openPGlite } from '#server/platform/database/db.ts';
import { prepareDataFolder } from '#server/platform/database/test-data-folder.ts';
import type { Finding } from '#server/platform/operator/health-check.ts';
import { startServer } from '#server/serve.ts';
import { openDeps } from '#server/server-deps.ts';
import { startFakeDns } from '../../e2e/fixtures/fake-dns.ts';
import { runHere } from '../test-run-here.ts';
import { type Diagnosis, diagnose } from './diagnose.ts';
import { diagnosisText, doctor } from './doctor.ts';
import type { Machine } from './machine-checks.ts';
import { readConfig } from './read-config.ts';

const folder = mkdtempSync(join(tmpdir(), 'leadwell-doctor-'));
const dataDir = join(folder, 'data');
const empty = join(folder, 'empty');
const secrets = join(dataDir, 'secrets.json');
const MACHINE: Partial<Machine> = {
  built: { web: join(folder, 'web'), extensions: join(folder, 'extensions') },
  freeBytes: () => 1e12,
};
/** Of most checks, so that not each starts the engine. */
const WITH_ENGINE: Partial<Machine> = { ...MACHINE, startEngine: async () => {} };
const NO_ENGINE: Partial<Machine> = { startEngine: () => Promise.reject(new Error('no engine')) };
const ENGINE_MISSING = {
  check: 'lead databases',
  state: 'warning',
  says: expect.stringContaining('not installed'),
  todo: expect.stringContaining('leads enable'),
};
const PUBLIC = {
  HOST: '0.0.0.0',
  PUBLIC_URL: 'https://leads.example',
  ALLOW_EMBEDDED_DATABASE: '1',
  TRUST_PROXY: '1',
  SMTP_URL: 'smtp://127.0.0.1:1',
  MAIL_FROM: 'Leads <mail@leads.example>',
};

beforeAll(async () => {
  for (const [name, file] of [
    ['web', 'index.html'],
    ['extensions', 'version'],
  ] as const) {
    mkdirSync(join(folder, name));
    writeFileSync(join(folder, name, file), '');
  }
  mkdirSync(empty, { mode: 0o700 });
  await prepareDataFolder(dataDir);
  chmodSync(dataDir, 0o700);
  vi.stubEnv('DATA_DIR', dataDir);
  await (await openDeps(parseConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent' }))).close();
});
beforeEach(() => {
  vi.stubEnv('DATA_DIR', dataDir);
  vi.stubEnv('LOG_LEVEL', 'silent');
});
afterAll(() => rmSync(folder, { recursive: true }));

const all = async (environment: Record<string, string> = {}, machine: Partial<Machine> = {}) =>
  diagnose(readConfig({ DATA_DIR: dataDir, ...environment }), {
    offline: true,
    machine: { ...WITH_ENGINE, ...machine },
  });
const wrong = async (...planted: Parameters<typeof all>): Promise<Finding[]> =>
  (await all(...planted)).findings.filter(({ state }) => state !== 'ok');

/** What is wrong in a data folder without a database, except that. */
const wrongBefore = async (...[environment, machine]: Parameters<typeof all>): Promise<Finding[]> =>
  (await wrong({ DATA_DIR: empty, ...environment }, machine)).filter(({ check }) => check !== 'database');

/** Runs `leadwell doctor` on this machine as it should be, and returns what it wrote and its exit code. */
async function runDoctor(json: boolean): Promise<{ code: number; out: string }> {
  let out = '';
  vi.spyOn(process.stdout, 'write').mockImplementation((piece) => {
    out += String(piece);
    return true;
  });
  const before = process.exitCode;
  process.exitCode = 0;
  await doctor({ json, offline: true }, MACHINE);
  const code = Number(process.exitCode);
  process.exitCode = before;
  vi.restoreAllMocks();
  return { code, out };
}

it('exits with 0 on a healthy system, and changes nothing', async () => {
  const text = await runDoctor(false);
  expect(text.out).toMatch(/\n0 faults, 0 warnings\n$/);
  expect(text.code).toBe(0);
  const { code, out } = await runDoctor(true);
  expect(code).toBe(0);
  expect(JSON.parse(out)).toMatchObject({ healthy: true, faults: 0, warnings: 0 });
  expect(existsSync(join(dataDir, 'warehouse'))).toBe(false);
});

it('exits with 1 if there is a fault, and with 2 if the command line is wrong', async () => {
  vi.stubEnv('PORT', 'many');
  const { code, out } = await runDoctor(true);
  expect(code).toBe(1);
  expect((JSON.parse(out) as Diagnosis).findings).toContainEqual({
    check: 'settings',
    state: 'fault',
    says: expect.stringContaining('PORT: must be a whole number'),
    todo: expect.stringContaining('configure.md'),
  });
  expect((await runHere(['doctor', '--every'], {})).code).toBe(2);
});

describe('names', () => {
  it.each<[string, Record<string, string>, object]>([
    [
      'a setting that another one needs',
      { SMTP_URL: 'smtp://127.0.0.1:1' },
      { check: 'settings', state: 'fault', says: expect.stringContaining('MAIL_FROM') },
    ],
    ['a misspelled setting', { SMTP_URLL: 'x' }, { check: 'settings', state: 'fault' }],
    [
      'a server for others without TLS',
      { ...PUBLIC, PUBLIC_URL: 'http://leads.example' },
      { check: 'reach', todo: expect.stringContaining('https://') },
    ],
    [
      'a proxy that is not trusted',
      { ...PUBLIC, TRUST_PROXY: '0' },
      { check: 'reach', todo: expect.stringContaining('TRUST_PROXY=1') },
    ],
    [
      'a server for others without mail',
      { ...PUBLIC, SMTP_URL: '' },
      { says: expect.stringContaining('SMTP_URL') },
    ],
    [
      'trials that no one can start, because they need a mail',
      { ...PUBLIC, SMTP_URL: '', TRIAL_REQUIRES_CARD: 'true' },
      { check: 'reach', state: 'fault', says: expect.stringContaining('which the trial requires') },
    ],
    [
      'a private network that others can reach',
      { ...PUBLIC, ALLOW_PRIVATE_NETWORK: '1' },
      { check: 'privacy', todo: expect.stringContaining('ALLOW_PRIVATE_NETWORK') },
    ],
    [
      'a log with personal data',
      { LOG_LEVEL: 'debug' },
      { check: 'privacy', todo: expect.stringContaining('LOG_LEVEL=info') },
    ],
  ])('%s', async (_, environment, expected) => {
    expect(await wrongBefore(environment)).toMatchObject([expected]);
  });

  it.each<[string, Record<string, string>, object]>([
    [
      'another AUTH_SECRET',
      { AUTH_SECRET: 'another secret of the tests, long enough' },
      { check: 'secret of the database', state: 'fault' },
    ],
    [
      'a database that does not answer',
      { DATABASE_URL: 'postgres://leadwell@127.0.0.1:1/none', AUTH_SECRET: 'x'.repeat(32) },
      { check: 'database', state: 'fault', todo: expect.stringContaining('DATABASE_URL') },
    ],
    [
      'a ClickHouse that does not answer',
      { CLICKHOUSE_URL: 'http://127.0.0.1:1' },
      { check: 'lead databases', state: 'fault', todo: expect.stringContaining('CLICKHOUSE_URL') },
    ],
  ])('%s', async (_, environment, expected) => {
    expect(await wrong(environment)).toMatchObject([expected]);
  });

  it.each<[string, Partial<Machine>, object]>([
    [
      'an old Node',
      { nodeVersion: '20.1.0' },
      { check: 'node', state: 'fault', todo: expect.stringContaining('22.19') },
    ],
    [
      'a full disk',
      { freeBytes: () => 1e8 },
      { check: 'disk', state: 'fault', todo: expect.stringContaining('Free up') },
    ],
    ['a disk that gets full', { freeBytes: () => 4e8 }, { check: 'disk', state: 'warning' }],
    [
      'a web client that is not built',
      { built: { web: join(folder, 'none'), extensions: join(folder, 'extensions') } },
      { check: 'web client', state: 'fault', todo: expect.stringContaining('npm run build') },
    ],
    ['an engine that is not installed', NO_ENGINE, ENGINE_MISSING],
    [
      'extensions that are not built',
      { built: { web: join(folder, 'web'), extensions: join(folder, 'none') } },
      { check: 'web client', state: 'warning' },
    ],
  ])('%s', async (_, machine, expected) => {
    expect(await wrongBefore({}, machine)).toMatchObject([expected]);
  });

  it('files that others can read, and secrets that are damaged or lost', async () => {
    chmodSync(dataDir, 0o755);
    expect(await wrong()).toMatchObject([
      { check: 'data folder', todo: expect.stringContaining('chmod 700') },
    ]);
    chmodSync(dataDir, 0o700);
    chmodSync(secrets, 0o644);
    expect(await wrong()).toMatchObject([
      { check: 'secrets.json', state: 'fault', todo: expect.stringContaining('chmod 600') },
    ]);
    chmodSync(secrets, 0o600);
    const kept = readFileSync(secrets);
    writeFileSync(secrets, '{');
    expect(await wrong()).toMatchObject([
      { check: 'secrets.json', state: 'fault', todo: expect.stringContaining('backup') },
      { check: 'secret of the database', state: 'warning' },
    ]);
    rmSync(secrets);
    expect((await wrong())[0]).toMatchObject({
      check: 'secrets.json',
      todo: expect.stringContaining('leadwell secret accept'),
    });
    expect(existsSync(secrets)).toBe(false);
    writeFileSync(secrets, kept, { mode: 0o600 });
  });

  it('data that was moved to PostgreSQL, and a folder that is a file', async () => {
    const marker = join(dataDir, 'moved-to-postgres.txt');
    writeFileSync(marker, 'postgres://db/leadwell');
    expect(await wrong()).toMatchObject([
      { check: 'data folder', state: 'fault', todo: expect.stringContaining('postgres.env') },
    ]);
    rmSync(marker);
    expect((await wrong({ DATA_DIR: join(folder, 'web/index.html') }))[0]).toMatchObject({
      check: 'data folder',
      state: 'fault',
    });
  });
});

it('asks DNS and the mail server, unless it is offline', async () => {
  const dns = await startFakeDns(() => ['192.0.2.1']);
  const online = async (environment: Record<string, string>) =>
    (
      await diagnose(
        readConfig({
          DATA_DIR: join(folder, 'none'),
          PORT_25_TEST: '0',
          DNS_SERVERS: dns.server,
          ...environment,
        }),
        { offline: false, machine: WITH_ENGINE },
      )
    ).findings.filter(({ check }) => /^(dns|mail server)$/.test(check));
  expect(await online({})).toMatchObject([{ state: 'ok' }, { state: 'ok' }]);
  expect(
    await online({
      DNS_SERVERS: `${dns.server},127.0.0.1:1`,
      SMTP_URL: 'smtp://127.0.0.1:1',
      MAIL_FROM: 'mail@leads.example',
    }),
  ).toMatchObject([
    {
      check: 'dns',
      state: 'warning',
      says: 'no answer from 127.0.0.1:1',
      todo: expect.stringContaining('DNS_SERVERS'),
    },
    { check: 'mail server', state: 'fault', todo: expect.stringContaining('SMTP_URL') },
  ]);
  expect(await online({ DNS_SERVERS: '127.0.0.1:1' })).toMatchObject([{ check: 'dns', state: 'fault' }, {}]);
  await dns.close();
});

it('a search that found no engine, and left an empty folder, is no fault', async () => {
  const left = join(dataDir, 'warehouse');
  mkdirSync(left);
  expect(await wrong({}, NO_ENGINE)).toEqual([ENGINE_MISSING]);
  rmSync(left, { recursive: true });
});

it('finds a fault in the database of a stopped server and in that of a running one', async () => {
  const database = await openPGlite({ dataDir: join(dataDir, 'db') });
  await sql`insert into accounts (email, balance) values ('p@firm.example', 5)`.execute(database.db);
  await database.close();
  const planted = {
    check: 'ledger',
    state: 'fault',
    todo: expect.stringContaining('leadwell users credits'),
  };
  expect(await wrong()).toMatchObject([planted]);
  const server = await startServer(
    parseConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent', PORT: '0', WORKER: 'none', PORT_25_TEST: '0' }),
  );
  try {
    const { findings } = await all();
    expect(findings).toContainEqual(expect.objectContaining({ check: 'server', state: 'ok' }));
    expect(findings).toContainEqual(expect.objectContaining(planted));
    expect(findings).toContainEqual(expect.objectContaining({ check: 'migrations', state: 'ok' }));
    const withoutEngine = await all({}, NO_ENGINE);
    expect(withoutEngine.findings).toContainEqual(ENGINE_MISSING);
  } finally {
    await server.stop();
  }
});

it('writes aligned lines, with colors only in a terminal', async () => {
  const findings: Finding[] = [
    { check: 'node', state: 'ok', says: '24.1.0', todo: null },
    { check: 'data folder', state: 'fault', says: 'is a file', todo: 'Set DATA_DIR.' },
  ];
  const diagnosis = { version: '1.0.0', at: '', healthy: false, faults: 1, warnings: 0, findings };
  expect(diagnosisText(diagnosis, false)).toBe(`Leadwell 1.0.0

ok       node         24.1.0
fault    data folder  is a file
                      Set DATA_DIR.

1 fault, 0 warnings
`);
  expect(diagnosisText(diagnosis, true)).toContain('\u001b[31mfault');
});
