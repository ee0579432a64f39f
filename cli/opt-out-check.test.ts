import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command } from 'commander';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { parseConfig } from '#server/config.ts';
import { prepareDataFolder } from '#server/platform/database/test-data-folder.ts';
import { withoutAccess } from '#server/platform/disk/test-other-user.ts';
import { startServer } from '#server/serve.ts';
import * as toolCommands from '#tools/index/commands.ts';
import { COMPANY_SITES } from '../e2e/fixtures/company-sites.ts';
import { type FakeWeb, startFakeWeb } from '../e2e/fixtures/fake-web.ts';
import { SITES } from '../e2e/fixtures/sites.ts';
import type { ToolCommands } from './command.ts';
import { main } from './leadwell.ts';
import { openOptOutCheck } from './opt-out-check.ts';

const folder = mkdtempSync(join(tmpdir(), 'leadwell-opt-outs-'));
const dataDir = join(folder, 'data');
const ASKED = 'asked not to be listed';
const OPTED_OUT = [
  'info@bakery-holm.com',
  'jane@acme-mail.com',
  'oakandsons.co.uk',
  'linkedin.com/in/jane-miller',
];
let web: FakeWeb;

beforeAll(async () => {
  web = await startFakeWeb({ sites: [...SITES, ...COMPANY_SITES] });
  await prepareDataFolder(dataDir);
});
beforeEach(() => {
  vi.stubEnv('DATA_DIR', dataDir);
  vi.stubEnv('LOG_LEVEL', 'silent');
  vi.stubEnv('DNS_SERVERS', web.dnsServer);
  vi.stubEnv('ALLOW_PRIVATE_NETWORK', '1');
  vi.stubEnv('WEB_PORT', String(web.port));
});
afterAll(async () => {
  await web.close();
  rmSync(folder, { recursive: true });
});

it('refuses to work without a list that this user can’t open', async () => {
  const opened = withoutAccess(dataDir, () => openOptOutCheck());
  await expect(opened).rejects.toThrow(/^This user can't open .* set DATA_DIR to another folder\.$/);
});

/** Each command with contacts: what to call, what its output doesn't have, and what it does have. */
const COMMANDS: readonly [string, () => string[], string[], string][] = [
  ['extract', () => ['extract', web.siteUrl('bakery-holm.com')], ['info@bakery-holm.com'], '+12125550123'],
  [
    'parse',
    () => ['parse', savedPage(), '--url', 'https://bakery-holm.com/'],
    ['info@bakery-holm.com'],
    'shop@bakery-holm.com',
  ],
  ['find-domain', () => ['find-domain', 'Oak & Sons Ltd'], ['"oakandsons.co.uk"'], ASKED],
  ['verify-email', () => ['verify-email', 'jane@acme-mail.com'], ['no-domain'], ASKED],
  [
    'find-email',
    () => ['find-email', '--first', 'Jane', '--last', 'Miller', '--domain', 'acme-mail.com'],
    ['jane@acme-mail.com'],
    ASKED,
  ],
  ['enrich-linkedin', () => ['enrich-linkedin', 'linkedin.com/in/jane-miller'], [], ASKED],
];
/** They add company domains. */
const WITHOUT_CONTACTS = ['companies'];

/** What a command writes to standard output. */
async function written(...args: string[]): Promise<string> {
  let out = '';
  vi.spyOn(process.stdout, 'write').mockImplementation((piece) => {
    out += String(piece);
    return true;
  });
  vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  const before = process.exitCode;
  try {
    await main(args);
  } finally {
    process.exitCode = before;
    vi.restoreAllMocks();
  }
  return out;
}

function savedPage(): string {
  const file = join(folder, 'page.html');
  const emails = ['info@bakery-holm.com', 'shop@bakery-holm.com'];
  writeFileSync(file, emails.map((email) => `<a href="mailto:${email}">${email}</a>`).join(' '));
  return file;
}

it('is no list where no server has its data, and nothing is created there', async () => {
  const other = join(folder, 'other');
  mkdirSync(join(other, 'db'), { recursive: true });
  vi.stubEnv('DATA_DIR', other);
  expect(await openOptOutCheck()).toBeNull();
  vi.stubEnv('DATA_DIR', join(folder, 'none'));
  expect(await openOptOutCheck()).toBeNull();
  // Of another program.
  vi.stubEnv('DATABASE_URL', 'postgres://127.0.0.1:1/other');
  expect(await openOptOutCheck()).toBeNull();
  expect(readdirSync(folder).sort()).toEqual(['data', 'other']);
  expect(readdirSync(other)).toEqual(['db']);
});

it('is asked by every command of a tool', () => {
  const program = new Command();
  for (const commands of Object.values<ToolCommands>(toolCommands)) commands.addTo(program, async () => null);
  const names = program.commands.map((command) => command.name());
  expect(names.sort()).toEqual([...COMMANDS.map(([name]) => name), ...WITHOUT_CONTACTS].sort());
});

describe('people and companies that opted out of the server in the data folder', () => {
  let server: Awaited<ReturnType<typeof startServer>>;
  beforeAll(async () => {
    const environment = { DATA_DIR: dataDir, LOG_LEVEL: 'silent', PORT: '0', WORKER: 'none' };
    server = await startServer(parseConfig(environment));
    vi.unstubAllEnvs();
    vi.stubEnv('DATA_DIR', dataDir);
    await written('optout', 'add', ...OPTED_OUT);
  });
  afterAll(() => server.stop());

  it.each(COMMANDS)('are left out by %s', async (_, args, gone, stays) => {
    const out = await written(...args());
    for (const text of gone) expect(out).not.toContain(text);
    expect(out).toContain(stays);
  });
});

it('is the list of the data folder while no server runs, too', async () => {
  const check = await openOptOutCheck();
  expect(check?.lists({ emails: ['Jane@acme-mail.com'], domains: [] })).toBe(true);
  expect(check?.lists({ emails: ['joe@acme-mail.com'], domains: ['acme-mail.com'] })).toBe(false);
});
