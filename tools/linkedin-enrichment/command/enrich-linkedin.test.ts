import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it, vi } from 'vitest';
import type { runOperatorCommand } from '#cli/command.ts';
import { UsageError } from '#cli/usage-error.ts';
import { OperatorError } from '#server/platform/operator-error.ts';
import { parseCsv } from '../../../e2e/fixtures/parse-csv.ts';
import { ROW_ERRORS } from '../definition.ts';
import { main } from './enrich-linkedin.ts';

const folder = mkdtempSync(join(tmpdir(), 'leadwell-enrich-'));
afterAll(() => rmSync(folder, { recursive: true }));
const write = (name: string, text: string) => {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
};

it('takes URLs, a table with names and companies, and saved pages', async () => {
  const input = write('people.csv', 'Name,Company,LinkedIn\nJane Doe,Acme,linkedin.com/in/jane\n,,\n');
  const page = write('zoe.html', '<title>Zoe</title>');
  const run = vi.fn(async () => {});
  await main(['linkedin.com/in/joe', 'linkedin.com/company/x'], { input, page: [page] }, run);
  expect(run).toHaveBeenCalledWith(
    'enrich-linkedin',
    {
      entries: [
        { linkedinUrl: 'linkedin.com/in/joe', name: null, company: null },
        { linkedinUrl: 'linkedin.com/company/x', name: null, company: null },
        { linkedinUrl: 'linkedin.com/in/jane', name: 'Jane Doe', company: 'Acme' },
      ],
      pages: ['<title>Zoe</title>'],
    },
    expect.any(Function),
  );
});

it('writes CSV with the own columns of a table, and exits with 1 if everything failed', async () => {
  const input = write('own.csv', 'Nr,LinkedIn\n1,linkedin.com/in/jane\n2,\n3,linkedin.com/in/JANE/\n');
  let out = '';
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    out += String(text);
    return true;
  });
  const answer =
    (error: string | null): typeof runOperatorCommand =>
    async (_name, _input, onRow) =>
      onRow?.({ input: 'linkedin.com/in/jane', name: error ? null : 'Jane Doe', error });
  const before = process.exitCode;
  try {
    await main([], { input, format: 'csv' }, answer(null));
    expect(parseCsv(out).map(({ Nr, Name }) => [Nr, Name])).toEqual([
      ['1', 'Jane Doe'],
      ['2', ''],
      ['3', 'Jane Doe'],
    ]);
    expect(process.exitCode).toBe(before);
    await main([], { input }, answer(ROW_ERRORS.failed));
    expect(process.exitCode).toBe(1);
  } finally {
    process.exitCode = before;
  }
});

it('stops at SIGINT with the rows that it has', async () => {
  const input = write('stopped.csv', 'Nr,LinkedIn\n1,linkedin.com/in/jane\n2,linkedin.com/in/joe\n');
  let out = '';
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    out += String(text);
    return true;
  });
  const run: typeof runOperatorCommand = async (_name, _input, onRow) => {
    onRow?.({ input: 'linkedin.com/in/joe', name: 'Joe Roe', error: null });
    process.emit('SIGINT');
    onRow?.({ input: 'linkedin.com/in/jane', name: 'Jane Doe', error: null });
  };
  const before = process.exitCode;
  try {
    await main([], { input, format: 'csv' }, run);
    expect(process.exitCode).toBe(130);
    expect(parseCsv(out).map(({ Nr, Name }) => [Nr, Name])).toEqual([['2', 'Joe Roe']]);
  } finally {
    process.exitCode = before;
    vi.restoreAllMocks();
  }
});

it('refuses to run without URLs, and says which file is at fault', async () => {
  await expect(main([], {})).rejects.toThrow(UsageError);
  await expect(main([], { input: join(folder, 'none.csv') })).rejects.toThrow(OperatorError);
  await expect(main([], { input: write('empty.txt', '\n') })).rejects.toThrow('has no LinkedIn URLs');
});
