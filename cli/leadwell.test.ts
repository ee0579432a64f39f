import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FakeWeb, startFakeWeb } from '../e2e/fixtures/fake-web.ts';
import { generatedName } from '../e2e/fixtures/generated-sites.ts';
import { parseCsv } from '../e2e/fixtures/parse-csv.ts';
import ours from '../package.json' with { type: 'json' };
import { openPGlite } from '../server/platform/database/db.ts';
import { prepareDataFolder } from '../server/platform/database/test-data-folder.ts';
import { childEnvironment } from '../server/platform/process/child-environment.ts';
import { QUICK_START } from '../server/platform/process/test-quick-start.ts';
import { type Outcome, runHere as runCommand } from './test-run-here.ts';

const COMMAND = new URL('./leadwell.mjs', import.meta.url).pathname;
const folder = mkdtempSync(join(tmpdir(), 'leadwell-cli-'));

const OWN_NETWORK = { ALLOW_PRIVATE_NETWORK: '1' };
/** More than the command reads ahead from standard input. */
const SITES = 400;

let web: FakeWeb;
beforeAll(async () => {
  web = await startFakeWeb({ generated: { count: SITES, delayMs: 50 } });
});
afterAll(async () => {
  await web.close();
  rmSync(folder, { recursive: true });
});

function start(args: string[], environment: Record<string, string> = {}, flags: string[] = []): ChildProcess {
  return spawn(process.execPath, [...flags, COMMAND, ...args], {
    env: {
      ...childEnvironment(),
      DATA_DIR: join(folder, 'no-data'),
      DNS_SERVERS: web.dnsServer,
      ALLOW_PRIVATE_NETWORK: '1',
      ...environment,
    },
  });
}

async function waitForOutcome(child: ChildProcess): Promise<Outcome> {
  const [[code], out, err] = await Promise.all([
    once(child, 'exit') as Promise<[number | null]>,
    child.stdout ? text(child.stdout) : '',
    child.stderr ? text(child.stderr) : '',
  ]);
  return { code, out, err };
}

const run = (args: string[], environment?: Record<string, string>) =>
  waitForOutcome(start(args, environment));

/** Without the data of a server. */
const runHere = (args: string[], environment: Record<string, string> = {}) =>
  runCommand(args, { DATA_DIR: join(folder, 'no-data'), DNS_SERVERS: web.dnsServer, ...environment });

/** A file with the URLs of the first generated sites. */
function writeUrlFile(count: number): string {
  const file = join(folder, `list-${count}.txt`);
  const urls = Array.from({ length: count }, (_, index) => web.siteUrl(generatedName(index)));
  writeFileSync(file, `${urls.join('\n')}\n`);
  return file;
}

function writtenFile(name: string, text: string): string {
  const file = join(folder, name);
  writeFileSync(file, text);
  return file;
}

it('prints help and exits with 0', async () => {
  const { code, out } = await run(['leads', '--help']);
  expect(code).toBe(0);
  expect(out).toContain('Usage: leadwell leads');
});

it('says all that a sign-out ends', async () => {
  const { out } = await runHere(['users', 'sign-out', '--help']);
  expect(out.replaceAll(/\s+/g, ' ')).toContain(
    'end all sessions, keys, connected Google and Microsoft logins, webhooks and devices of an account',
  );
});

it('prints its version, the one of package.json', async () => {
  expect(await run(['--version'])).toEqual({ code: 0, out: `${ours.version}\n`, err: '' });
});

describe('a misused command', () => {
  it.each<[string, string[], Record<string, string>, number, string]>([
    ['without URLs', ['extract'], {}, 2, 'Pass one or more URLs, or a file of URLs with --input.'],
    [
      'with a missing file',
      ['extract', '-i', join(folder, 'none')],
      {},
      1,
      'none cannot be read: there is no such file or folder\n',
    ],
    [
      'with an empty file',
      ['extract', '-i', writtenFile('empty.csv', '\n')],
      {},
      1,
      'empty.csv has no URLs.',
    ],
    [
      'with a file that has only a header',
      ['extract', '-i', writtenFile('header.csv', 'Website,Name\r\n')],
      {},
      1,
      'header.csv has no URLs.',
    ],
    ['without addresses', ['verify-email'], {}, 2, 'Pass one or more email addresses, or a file'],
    [
      'without a data folder',
      ['users', 'list'],
      { DATA_DIR: join(folder, 'no-data'), LOG_LEVEL: 'silent' },
      1,
      `There is no data folder at ${join(folder, 'no-data')}.`,
    ],
    ['with a folder', ['extract', '-i', folder], {}, 1, `The file ${folder} cannot be read: it is a folder`],
    ['with a program', ['extract', '-i', process.execPath], {}, 1, "cannot be read: it isn't a text file"],
    [
      'with an invalid setting',
      ['extract', 'a.com'],
      { DNS_SERVERS: 'x' },
      1,
      '  DNS_SERVERS: must be addresses',
    ],
    ['with an invalid URL', ['parse', COMMAND, '--url', 'x'], {}, 2, "This isn't a valid URL: x"],
    [
      'with places that can’t be chosen so',
      ['places', 'import', COMMAND, '--country', 'Germany', '--category', ' ', '--min-confidence', '2'],
      { DATA_DIR: join(folder, 'none') },
      2,
      [
        '--country must be the two letters of a country, such as DE.',
        '--category must not be empty.',
        '--min-confidence must be a number from 0 to 1.',
      ].join('\n'),
    ],
    [
      'with places of a country that has another code',
      ['places', 'import', COMMAND, '--country', 'uk', '--country', 'xx'],
      { DATA_DIR: join(folder, 'none') },
      2,
      [
        '--country UK is not the code of a country. United Kingdom is GB.',
        '--country XX is not the code of a country.',
      ].join('\n'),
    ],
    [
      'with an import without details',
      [
        'leads',
        'import',
        COMMAND,
        '-d',
        'apollo',
        '-s',
        ' ',
        '--licence',
        '',
        '--date',
        '2026-13-45',
        '-p',
        'foo',
      ],
      { DATA_DIR: join(folder, 'none') },
      2,
      [
        '--preset must be one of apollo, leadrocks, phantombuster, evaboot, own, nppes, irs990, fmcsa, uk-charities. Without it, the preset is detected from the header.',
        '--source must not be empty. Say where the rows come from.',
        '--license must not be empty. Say under what license they are used.',
        '--date must be a valid date as YYYY-MM-DD. Without it, the date of the file is used.',
      ].join('\n'),
    ],
  ])(
    '%s reports what is wrong and exits with 2 if the command line is wrong',
    async (_, args, environment, exit, message) => {
      const { code, out, err } = await runHere(args, environment);
      expect([code, out]).toEqual([exit, '']);
      expect(err).toContain(message);
      expect(err).not.toMatch(/^\s+at /m);
    },
  );

  it.each([
    [[]],
    [['nothing']],
    [['extract', '--format', 'xml', 'a.com']],
    [['extract', '--concurrency', '0', 'a.com']],
    [['parse']],
    [['leads']],
    [['leads', 'import', 'x.csv', '-d', 'apollo']],
  ])('%j prints its usage on stderr', async (args) => {
    const { code, out, err } = await runHere(args);
    expect([code, out]).toEqual([2, '']);
    expect(err).toMatch(/Usage: leadwell|^error: /);
  });

  it.each([
    [['extract'], 2],
    [['extract', '-i', folder], 1],
  ])('%j ends its process with %d', async (args, exit) => {
    const { code, out, err } = await run(args);
    expect([code, out]).toEqual([exit, '']);
    expect(err).not.toMatch(/^\s+at /m);
  });
});

describe('output that closes early', () => {
  it.each([
    ['extract', () => ['extract', '--input', writeUrlFile(150)]],
    ['parse', () => ['parse', ...Array<string>(300).fill(writeUrlFile(SITES))]],
  ])('ends %s without an error', async (_, args) => {
    const child = start(args());
    child.stdout?.once('data', () => child.stdout?.destroy());
    const [[code], err] = await Promise.all([once(child, 'exit'), child.stderr ? text(child.stderr) : '']);
    expect(code).toBe(0);
    expect(err).not.toMatch(/Error|could not/i);
  });

  it('ends a list of accounts without a stack trace', async () => {
    const dataDir = mkdtempSync(join(folder, 'data-'));
    await prepareDataFolder(dataDir);
    const database = await openPGlite({ dataDir: `${dataDir}/db` });
    // More than a pipe holds.
    const accounts = Array.from({ length: 1500 }, (_, n) => ({ email: `p${n}@example.com`, balance: 0 }));
    await database.db.insertInto('accounts').values(accounts).execute();
    await database.close();
    const child = start(['users', 'list'], { DATA_DIR: dataDir }, QUICK_START);
    child.stdout?.once('data', () => child.stdout?.destroy());
    const [[code], err] = await Promise.all([once(child, 'exit'), child.stderr ? text(child.stderr) : '']);
    expect(err).not.toMatch(/EPIPE|Error|could not|^\s+at /im);
    expect(code).toBe(0);
  });

  it.runIf(existsSync('/dev/full'))('differs from a full disk', async () => {
    for (const args of [
      ['extract', web.siteUrl(generatedName(0))],
      ['parse', writeUrlFile(1)],
      ['doctor', '--offline'],
      ['leads', 'presets'],
    ]) {
      const child = spawn(process.execPath, [COMMAND, ...args], {
        env: {
          ...childEnvironment(),
          DATA_DIR: join(folder, 'no-data'),
          DNS_SERVERS: web.dnsServer,
          ALLOW_PRIVATE_NETWORK: '1',
        },
        stdio: ['ignore', openSync('/dev/full', 'w'), 'pipe'],
      });
      const { code, err } = await waitForOutcome(child);
      expect([args[0], code]).toEqual([args[0], 1]);
      expect(err).toContain('Could not write the output: its disk is full');
      expect(err).not.toMatch(/^\s+at /m);
    }
  });
});

it('creates no database where there is no data folder', async () => {
  const DATA_DIR = join(folder, 'never');
  await runHere(['leads', 'stats'], { DATA_DIR, LOG_LEVEL: 'silent' });
  await runHere(['enrich-linkedin', 'linkedin.com/in/jane'], { DATA_DIR, LOG_LEVEL: 'silent' });
  expect(existsSync(DATA_DIR)).toBe(false);
});

it('exits with 1 if everything failed', async () => {
  const { code, out } = await runHere(['extract', 'no-such-host.invalid', 'not a url'], OWN_NETWORK);
  expect(out.trim().split('\n')).toHaveLength(2);
  expect(code).toBe(1);
});

it('keeps the own columns of a table in CSV, with a line per row', async () => {
  const [one, two] = [0, 1].map((n) => web.siteUrl(generatedName(n)));
  const file = join(folder, 'table.csv');
  writeFileSync(file, `Company,Website,Note\nBoth,${two}; ${one},x\nNone,,\n"One, Inc.",${one},=y\n`);
  const { code, out } = await runHere(['extract', '--input', file, '--format', 'csv'], OWN_NETWORK);
  expect(code).toBe(0);
  const rows = parseCsv(out);
  expect(rows.map(({ Company, Note }) => [Company, Note])).toEqual([
    ['Both', 'x'],
    ['None', ''],
    ['One, Inc.', "'=y"],
  ]);
  expect(rows[0]?.url?.split('; ')).toHaveLength(2);
  expect([rows[1]?.url, rows[2]?.url]).toEqual(['', one]);
});

it('reads a list in UTF-16, as Windows saves it', async () => {
  const list = join(folder, 'utf-16.txt');
  writeFileSync(list, Buffer.from(`\ufeff${web.siteUrl(generatedName(0))}\r\n`, 'utf16le'));
  const { code, out } = await runHere(['extract', '--input', list], OWN_NETWORK);
  expect(code).toBe(0);
  expect(JSON.parse(out)).toMatchObject({ error: null });
});

it('reads standard input and stops at SIGINT while it is open', async () => {
  const child = start(['extract', '--input', '-']);
  const ended = waitForOutcome(child);
  for (let index = 0; index < SITES; index += 1) child.stdin?.write(`${web.siteUrl(generatedName(index))}\n`);
  child.stdout?.once('data', () => child.kill('SIGINT'));
  const { code, out, err } = await ended;
  expect(code).toBe(130);
  expect(out).toContain('"error":null');
  expect(err).toMatch(/^Stopped: \d+ websites?,/);
});
