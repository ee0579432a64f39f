import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runHere } from '#cli/test-run-here.ts';
import { COMPANY_SITES } from '../../../e2e/fixtures/company-sites.ts';
import { type FakeWeb, startFakeWeb } from '../../../e2e/fixtures/fake-web.ts';
import { parseCsv } from '../../../e2e/fixtures/parse-csv.ts';
import { CompanyRow } from '../definition.ts';
import { main } from './find-domain.ts';

let web: FakeWeb;
const folder = mkdtempSync(join(tmpdir(), 'leadwell-find-domain-'));
beforeAll(async () => {
  web = await startFakeWeb({ sites: COMPANY_SITES });
});
afterAll(async () => {
  await web.close();
  rmSync(folder, { recursive: true });
});

interface Run {
  code: number;
  rows: CompanyRow[];
  err: string;
}

const settings = () => ({
  DATA_DIR: join(folder, 'no-data'),
  DNS_SERVERS: web.dnsServer,
  ALLOW_PRIVATE_NETWORK: '1',
  WEB_PORT: String(web.port),
});

async function run(args: readonly string[], environment: Record<string, string> = {}): Promise<Run> {
  const { code, out, err } = await runHere(['find-domain', ...args], { ...settings(), ...environment });
  return { code: code ?? 0, rows: rowsIn(out), err };
}

function rowsIn(out: string): CompanyRow[] {
  return out
    .split('\n')
    .filter(Boolean)
    .map((line) => CompanyRow.parse(JSON.parse(line)))
    .sort((a, b) => a.company_name.localeCompare(b.company_name));
}

/** Runs the command in a process of its own, which has a standard input. */
async function pipe(input: string, args: readonly string[]): Promise<CompanyRow[]> {
  const running = promisify(execFile)(process.execPath, ['cli/leadwell.mjs', 'find-domain', ...args], {
    env: { ...process.env, ...settings() },
  });
  running.child.stdin?.end(input);
  return rowsIn((await running).stdout);
}

describe('leadwell find-domain', () => {
  it('writes one row per name', async () => {
    const { code, rows, err } = await run(['Oak & Sons Ltd', 'Zwillingwerk', ' Oak & Sons Ltd']);
    expect(code).toBe(0);
    expect(rows).toMatchObject([
      { company_name: 'Oak & Sons Ltd', domain: 'oakandsons.co.uk', source: 'website', logo: null },
      { company_name: 'Zwillingwerk', domain: null, confidence: 0, source: null },
    ]);
    expect(rows[0]!.confidence).toBeGreaterThan(90);
    expect(rows[0]!.evidence.length).toBeGreaterThan(1);
    expect(err).toContain('2 names, 1 domain found, 0 failed');
  });

  it('reads a file of lines, a table and standard input, with a country', async () => {
    const lines = join(folder, 'names.txt');
    writeFileSync(lines, '\nOak & Sons Ltd\r\n\r\nAcme, Inc.\n');
    expect((await run(['--input', lines])).rows.map(({ company_name }) => company_name)).toEqual([
      'Acme, Inc.',
      'Oak & Sons Ltd',
    ]);
    const table = join(folder, 'table.csv');
    const text = '\ufeffid;Company name;Website\r\n1;Zwillingwerk;zwillingwerk.com\r\n';
    writeFileSync(table, Buffer.from(`${text}2;${'x'.repeat(1_000_000)};\r\n`, 'utf16le'));
    const wide = await run(['-i', table]);
    expect(wide.rows).toMatchObject([
      { domain: null, explanation: expect.stringContaining('too long for a company name') },
      { domain: 'zwillingwerk.com', website: 'zwillingwerk.com' },
    ]);
    const piped = await pipe('Nordlicht Logistik\n', ['-i', '-', '--country', 'Germany']);
    expect(piped).toMatchObject([{ domain: 'nordlicht-logistik.de', country: 'Germany' }]);
  });

  it('writes CSV with the own columns of a table, a line per row', async () => {
    const table = join(folder, 'people.csv');
    writeFileSync(table, 'Name,Company\nJane,Oak & Sons Ltd\nBo,\nJoe,OAK & SONS LTD\n');
    const { out } = await runHere(['find-domain', '-i', table, '-f', 'csv'], settings());
    expect(parseCsv(out).map(({ Name, Company, domain }) => [Name, Company, domain])).toEqual([
      ['Jane', 'Oak & Sons Ltd', 'oakandsons.co.uk'],
      ['Bo', '', ''],
      ['Joe', 'OAK & SONS LTD', 'oakandsons.co.uk'],
    ]);
  });

  it('takes the companies from the likeliest column of an unnamed table, or from a chosen one', async () => {
    const table = join(folder, 'deals.csv');
    writeFileSync(
      table,
      'Customer no,Deal,Referrer\n1,Oak & Sons Ltd,Nordlicht Logistik\n2,Zwillingwerk,Nordlicht Logistik\n',
    );
    const found = async (...args: string[]) => {
      const { out, err, code } = await runHere(
        ['find-domain', '-i', table, '-f', 'csv', ...args],
        settings(),
      );
      return { code, err, rows: parseCsv(out).map((row) => [row['Customer no'], row.company_name]) };
    };
    const likeliest = await found();
    expect(likeliest.rows).toEqual([
      ['1', 'Oak & Sons Ltd'],
      ['2', 'Zwillingwerk'],
    ]);
    expect(likeliest.err).toContain('so they are taken from “Deal”. To choose another one, use --column.');
    for (const column of ['referrer', '3']) {
      const chosen = await found('--column', column);
      expect(chosen.rows).toEqual([
        ['1', 'Nordlicht Logistik'],
        ['2', 'Nordlicht Logistik'],
      ]);
      expect(chosen.err).not.toContain('--column');
    }
    expect(await found('--column', '4')).toMatchObject({
      code: 2,
      err: `${table} has no column “4”. It has: Customer no, Deal, Referrer.\n`,
    });
    expect(await run(['Acme', '--column', 'Deal'])).toMatchObject({
      code: 2,
      err: '--column is for the table of a file. Name the file with --input.\n',
    });
  });

  it('exits with 1 if every name failed, and not if some were only not found', async () => {
    // Nothing listens there, so no domain can be looked up.
    const failed = await run(['https://acme.com', 'Oak & Sons Ltd'], { DNS_SERVERS: '127.0.0.1:1' });
    expect(failed.rows.map(({ error }) => error)).toEqual(['Processing failed', 'Processing failed']);
    expect([failed.code, failed.err]).toEqual([
      1,
      expect.stringContaining('2 names, 0 domains found, 2 failed'),
    ]);
    const missed = await run(['Zwillingwerk']);
    expect([missed.code, missed.err]).toEqual([0, expect.stringContaining('0 domains found, 0 failed')]);
  });

  it('says what is missing', async () => {
    expect(await run([])).toMatchObject({
      code: 2,
      err: expect.stringContaining('Pass one or more company names'),
    });
    await expect(main(['', ' '], {})).rejects.toThrow('Pass one or more company names');
    await expect(main(['Acme'], { country: 'Narnia' })).rejects.toThrow('Narnia is no country we know');
    const binary = join(folder, 'nul.txt');
    writeFileSync(binary, 'Ac\0me\n');
    await expect(main([], { input: binary })).rejects.toThrow("it isn't a text file");
    expect(await run(['-i', join(folder, 'none')])).toMatchObject({
      code: 1,
      err: expect.stringContaining('cannot be read'),
    });
    const table = join(folder, 'other.csv');
    writeFileSync(table, 'a,b,c\n1,2,3\n4,5,6\n');
    expect(await run(['-i', table])).toMatchObject({
      code: 1,
      err: `${table} is a table without a company column. Name one column “company”, or choose one with --column. It has: a, b, c.\n`,
    });
  });
});
