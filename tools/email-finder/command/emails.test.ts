import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Outcome, runHere } from '#cli/test-run-here.ts';
import { childEnvironment } from '#server/platform/process/child-environment.ts';
import { COMPANY_SITES } from '../../../e2e/fixtures/company-sites.ts';
import { type FakeWeb, startFakeWeb } from '../../../e2e/fixtures/fake-web.ts';
import { benchBehaviors, REAL } from '../../../e2e/fixtures/mail-world/behaviors.ts';
import { type MailWorld, startMailWorld } from '../../../e2e/fixtures/mail-world/mail-world.ts';
import { parseCsv } from '../../../e2e/fixtures/parse-csv.ts';
import { EmailRow } from '../definition.ts';

const root = join(import.meta.dirname, '../../..');
const folder = mkdtempSync(join(tmpdir(), 'leadwell-emails-'));
let world: MailWorld;
beforeAll(async () => {
  world = await startMailWorld(benchBehaviors(50));
});
afterAll(async () => {
  await world.close();
  rmSync(folder, { recursive: true });
});

/** In this process, or in one of its own with a standard input. */
async function start(args: string[], input = '', environment: Record<string, string> = {}): Promise<Outcome> {
  const settings = {
    DNS_SERVERS: world.dnsServer,
    SMTP_PORT: String(world.port),
    ALLOW_PRIVATE_NETWORK: '1',
    GREYLIST_RETRY_MS: '200',
    EHLO_NAME: 'cli.leadwell.test',
    VERIFY_FROM: 'cli@leadwell.test',
    ...environment,
  };
  if (input === '') return runHere(args, settings);
  const child = spawn(process.execPath, [join(root, 'cli/leadwell.mjs'), ...args], {
    cwd: folder,
    env: { ...childEnvironment(), ...settings },
  });
  child.stdin.end(input);
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return { code: child.exitCode, out, err };
}

async function run(args: string[], input = '', environment: Record<string, string> = {}) {
  const { code, out, err } = await start(args, input, environment);
  const rows = out
    .split('\n')
    .filter(Boolean)
    .map((line) => EmailRow.parse(JSON.parse(line)));
  return { code, rows, err };
}

it('finds a person', async () => {
  const { code, rows, err } = await run([
    'find-email',
    '--first',
    'Jane',
    '--last',
    'Miller',
    '--domain',
    'https://www.normal-mail.com/about',
  ]);
  expect([code, rows.map(({ verified_email }) => verified_email)]).toEqual([0, [`${REAL}@normal-mail.com`]]);
  expect(err).toContain('1 deliverable, 0 risky, 0 undeliverable, 0 not found, 0 unknown');
  expect(world.log('normal-mail.com').sessions[0]?.commands[0]).toBe('EHLO cli.leadwell.test');
});

it('finds everyone in a CSV file or standard input', async () => {
  const file = join(folder, 'list.csv');
  const csv =
    'Nachname;Vorname;Website\r\nMiller;Jane;normal-mail.com\r\nMiller;Jane;comes-back-later.com\r\n';
  writeFileSync(file, csv);
  const { rows } = await run(['find-email', '--input', file]);
  expect(rows.map(({ status }) => status)).toEqual(['deliverable', 'deliverable']);
  const withoutWaiting = await run(['find-email', '-i', '-', '--no-wait'], csv.replaceAll('Jane', 'Ann'));
  expect(withoutWaiting.rows.map(({ domain, status }) => `${domain} ${status}`).sort()).toEqual([
    'comes-back-later.com unknown',
    'normal-mail.com not_found',
  ]);
});

it('finds a person at each of several domains', async () => {
  const { rows } = await run([
    'find-email',
    '--first',
    'Jane',
    '--last',
    'Miller',
    '--domain',
    'normal-mail.com; comes-back-later.com',
  ]);
  expect(rows.map(({ domain }) => domain).sort()).toEqual(['comes-back-later.com', 'normal-mail.com']);
});

it('verifies addresses, also several in one argument', async () => {
  const { code, rows } = await run([
    'verify-email',
    `${REAL}@normal-mail.com`,
    'nobody.there@normal-mail.com; nobody.else@normal-mail.com',
    'not an address',
  ]);
  expect(code).toBe(0);
  expect(rows.map(({ address, status }) => [address, status]).sort()).toEqual(
    [
      [`${REAL}@normal-mail.com`, 'deliverable'],
      ['nobody.there@normal-mail.com', 'undeliverable'],
      ['nobody.else@normal-mail.com', 'undeliverable'],
      ['not an address', 'undeliverable'],
    ].sort(),
  );
});

it('writes CSV of addresses in their order, each beside its result', async () => {
  const addresses = ['nobody.there@normal-mail.com', `${REAL}@normal-mail.com`, 'not an address'];
  const [first = '', ...others] = addresses;
  const { out } = await start(['verify-email', `${first}; ${others[0]}`, ...others, '--format', 'csv']);
  expect(parseCsv(out).map(({ email, status }) => [email, status])).toEqual([
    [addresses[0], 'undeliverable'],
    [addresses[1], 'deliverable'],
    [addresses[1], 'deliverable'],
    [addresses[2], 'undeliverable'],
  ]);
});

it('verifies the emails of a file or standard input, and writes CSV with its own columns', async () => {
  const file = join(folder, 'emails.csv');
  writeFileSync(
    file,
    `Company,Emails,Second email\r\n"Acme, Inc.",${REAL}@normal-mail.com,nobody.there@normal-mail.com\r\nNo one,,\r\n`,
  );
  const { code, out } = await start(['verify-email', '--input', file, '--format', 'csv']);
  expect(code).toBe(0);
  expect(parseCsv(out)).toMatchObject([
    {
      Company: 'Acme, Inc.',
      verified_email: `${REAL}@normal-mail.com`,
      status: 'deliverable; undeliverable',
    },
    { Company: 'No one', verified_email: '', status: '' },
  ]);
  const piped = await run(['verify-email', '-i', '-'], `${REAL}@normal-mail.com\n`);
  expect(piped.rows).toMatchObject([{ status: 'deliverable' }]);
});

it('exits with 1 if all are unknown', async () => {
  const { code, rows } = await run(['verify-email', 'x@normal-mail.com', '--no-wait'], '', {
    SMTP_PORT: '9',
  });
  expect([code, rows.map(({ status }) => status)]).toEqual([1, ['unknown']]);
});

it.each([
  ['no person', ['find-email', '--first', 'Jane'], {}, 2, 'Pass --domain'],
  ['no such file', ['find-email', '--input', 'nothing.csv'], {}, 1, 'cannot be read'],
  ['a bad setting', ['verify-email', 'a@b.com'], { SMTP_PORT: 'x' }, 1, 'SMTP_PORT: must be'],
])(
  '%s is reported; the exit code is 2 if the command line is wrong',
  async (_, args, environment, exit, message) => {
    const { code, rows, err } = await run(args, '', environment);
    expect([code, rows]).toEqual([exit, []]);
    expect(err).toContain(message);
  },
);

it('a damaged spreadsheet is rejected with a hint', async () => {
  const file = join(folder, 'book.csv');
  writeFileSync(file, Buffer.from([0x50, 0x4b, 3, 4, 20, 0, 0, 0]));
  const { code, err } = await run(['find-email', '--input', file]);
  expect(code).toBe(1);
  expect(err).toContain('save it again as .xlsx');
});

describe('a list with companies instead of domains', () => {
  const DOMAIN = 'oakandsons.co.uk';
  let mail: MailWorld;
  let web: FakeWeb;
  let environment: Record<string, string>;
  beforeAll(async () => {
    mail = await startMailWorld([{ name: DOMAIN, about: 'accepts Jane', mailboxes: ['jane.miller'] }]);
    web = await startFakeWeb({
      sites: COMPANY_SITES,
      // The website answers at every loopback address.
      answerName: (name) => {
        const records = mail.records.get(name);
        return name === DOMAIN ? { ...records, addresses: ['127.1.250.1'] } : records;
      },
    });
    environment = { DNS_SERVERS: web.dnsServer, WEB_PORT: String(web.port), SMTP_PORT: String(mail.port) };
  });
  afterAll(async () => {
    await web.close();
    await mail.close();
  });

  it('finds the domains first, in the same run, and keeps the columns', async () => {
    const people = 'Name,Company,City\nJane Miller,Oak & Sons Ltd,York\nAnn Poe,Zwillingwerk,Bonn\nCher,,\n';
    const { code, out, err } = await start(['find-email', '-i', '-', '-f', 'csv'], people, environment);
    expect(parseCsv(out)).toMatchObject([
      { Name: 'Jane Miller', City: 'York', domain: DOMAIN, verified_email: `jane.miller@${DOMAIN}` },
      { Name: 'Ann Poe', Company: 'Zwillingwerk', verified_email: '' },
      { Name: 'Cher', verified_email: '' },
    ]);
    expect(err).toContain('Finding the domains of 2 companies first');
    expect(code).toBe(0);
  });
});
